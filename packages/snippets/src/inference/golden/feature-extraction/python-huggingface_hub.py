# pip install -U huggingface_hub numpy

import os
from huggingface_hub import InferenceClient

client = InferenceClient(
    provider="hf-inference",
    api_key=os.environ["HF_TOKEN"],
)

output = client.feature_extraction(
    ["One line.", "Another."],
    normalize=True,
    model="ada/sea",
)

print(output)
