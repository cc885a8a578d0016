# Install
# pip install -U aneforge transformers torch pillow

# Compare a picture with texts
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import aneforge as af
from PIL import Image

image = Image.open("your-image.jpg").convert("RGB")
print(af.load_clip("ada/model").classify(image, ["a ship", "a harbour", "a lighthouse"]))
