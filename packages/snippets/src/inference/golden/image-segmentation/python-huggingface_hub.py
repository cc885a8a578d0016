# pip install -U huggingface_hub Pillow

import os
from huggingface_hub import InferenceClient

client = InferenceClient(
    base_url="https://hub.example.org/hf-inference/models/ada/sea",
    api_key=os.environ["HF_TOKEN"],
)

output = client.image_segmentation(
    "https://files.example.org/cats.jpg",
)

print(output)
