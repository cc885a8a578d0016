# Install
# pip install -U aneforge transformers torch pillow

# Classify a picture
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import aneforge as af
from PIL import Image

image = Image.open("your-image.jpg").convert("RGB")
print(af.load_vit("ada/model").classify(image))
