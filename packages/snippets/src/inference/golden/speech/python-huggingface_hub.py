# pip install -U huggingface_hub

import os
from huggingface_hub import InferenceClient

client = InferenceClient(
    base_url="https://hub.example.org/hf-inference/models/ada/sea",
    api_key=os.environ["HF_TOKEN"],
)

output = client.automatic_speech_recognition(
    "sample1.flac",
)

print(output)
