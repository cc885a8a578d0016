# Install
# pip install -U transformers torch pillow

# Match points of two pictures
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import torch
from PIL import Image
from transformers import AutoImageProcessor, AutoModelForKeypointMatching

processor = AutoImageProcessor.from_pretrained("ada/matcher")
model = AutoModelForKeypointMatching.from_pretrained("ada/matcher")

images = [Image.open("your-first-image.jpg"), Image.open("your-second-image.jpg")]
inputs = processor(images, return_tensors="pt")
with torch.no_grad():
    outputs = model(**inputs)
sizes = [[(image.height, image.width) for image in images]]
for match in processor.post_process_keypoint_matching(outputs, sizes, threshold=0.2):
    print(match["keypoints0"], match["keypoints1"], match["matching_scores"])
