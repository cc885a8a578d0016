# pip install -U huggingface_hub

import os
from huggingface_hub import InferenceClient

client = InferenceClient(
    provider="auto",
    api_key=os.environ["HF_TOKEN"],
)

output = client.fill_mask(
    "The keeper of the lighthouse lit the <mask>.",
    model="ada/sea",
)

print(output)
