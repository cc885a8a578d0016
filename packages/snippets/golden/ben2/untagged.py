# Install
# pip install -U git+https://github.com/PramaLLC/BEN2.git pillow

# Take the background away
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import torch
from ben2 import BEN_Base
from PIL import Image

device = "cuda" if torch.cuda.is_available() else "cpu"
model = BEN_Base.from_pretrained("ada/model")
model.to(device).eval()

image = Image.open("your-image.jpg")
foreground = model.inference(image)
foreground.save("foreground.png")
