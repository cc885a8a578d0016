# pip install -U huggingface_hub Pillow

import os
from huggingface_hub import InferenceClient

client = InferenceClient(
    provider="together",
    api_key=os.environ["TOGETHER_API_KEY"],
)

image = client.text_to_image(
    "A lighthouse on a rocky coast at dusk, waves, oil painting",
    model="ada/sea",
)

image.save("image.png")
