# pip install -U huggingface_hub

import os
from huggingface_hub import InferenceClient

client = InferenceClient(
    provider="replicate",
    api_key=os.environ["HF_TOKEN"],
)

content = client.text_to_speech(
    "The ferry to the islands leaves from quay three in ten minutes.",
    model="ada/sea",
)

with open("speech.wav", "wb") as f:
    f.write(content)
