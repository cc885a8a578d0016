# pip install -U huggingface_hub

import os
from huggingface_hub import InferenceClient

client = InferenceClient(
    provider="novita",
    api_key=os.environ["HF_TOKEN"],
)

content = client.text_to_video(
    "A fishing boat leaves a small harbour at sunrise, gulls follow it",
    model="ada/sea",
)

with open("video.mp4", "wb") as f:
    f.write(content)
