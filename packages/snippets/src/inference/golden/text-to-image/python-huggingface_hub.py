# pip install -U huggingface_hub Pillow

import os
from huggingface_hub import InferenceClient

client = InferenceClient(
    base_url="https://hub.example.org/hf-inference/models/ada/sea",
    api_key=os.environ["HF_TOKEN"],
)

image = client.text_to_image(
    "A lighthouse on a rocky coast at dusk, waves, oil painting",
)

image.save("image.png")
