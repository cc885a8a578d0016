# pip install -U huggingface_hub Pillow

import os
from huggingface_hub import InferenceClient

client = InferenceClient(
    provider="fal-ai",
    api_key=os.environ["HF_TOKEN"],
    bill_to="acme",
)

image = client.image_to_image(
    "cat.png",
    prompt="Put a knitted blue cap on the cat",
    model="ada/sea",
)

image.save("image.png")
