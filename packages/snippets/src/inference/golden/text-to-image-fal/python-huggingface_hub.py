# pip install -U huggingface_hub Pillow

import os
from huggingface_hub import InferenceClient

client = InferenceClient(
    provider="fal-ai",
    api_key=os.environ["HF_TOKEN"],
)

image = client.text_to_image(
    "A lighthouse on a rocky coast at dusk, waves, oil painting",
    model="ada/sea",
)

image.save("image.png")
