# Install
# pip install -U nobg

# Take the background away
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from nobg import AutoModel, AutoProcessor

model = AutoModel.from_pretrained("ada/model").eval()
processor = AutoProcessor.from_pretrained("ada/model")
cutout = model.predict(processor, "your-image.jpg")
cutout.save("cutout.png")

# The same, step by step
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import torch
from loadimg import load_img
from nobg import AutoModel, AutoProcessor

model = AutoModel.from_pretrained("ada/model").eval()
processor = AutoProcessor.from_pretrained("ada/model")
image = load_img("your-image.jpg").convert("RGB")
inputs = processor(image, return_tensors="pt")
with torch.no_grad():
    outputs = model(pixel_values=inputs["pixel_values"])
alpha = processor.post_process_alpha_matting(outputs, target_sizes=[(image.height, image.width)])[0]
processor.cutout(image, alpha).save("cutout.png")
