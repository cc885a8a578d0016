# pip install -U huggingface_hub

import os
from huggingface_hub import InferenceClient

client = InferenceClient(
    base_url="https://hub.example.org/hf-inference/models/ada/sea",
    api_key=os.environ["HF_TOKEN"],
)

output = client.text_classification(
    "The crossing was rough, but the crew could not have been kinder.",
    top_k=2,
)

print(output)
