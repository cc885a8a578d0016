# Get the code, and work in its folder
# git clone https://github.com/DepthAnything/Depth-Anything-V2
# cd Depth-Anything-V2

# Install
# pip install -U torch torchvision opencv-python huggingface_hub

# Estimate the depth of a picture
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import cv2
import torch
from depth_anything_v2.dpt import DepthAnythingV2
from huggingface_hub import hf_hub_download

model = DepthAnythingV2(encoder="vitl", features=256, out_channels=[256, 512, 1024, 1024])
path = hf_hub_download("depth-anything/Depth-Anything-V2-Large", "depth_anything_v2_vitl.pth")
model.load_state_dict(torch.load(path, map_location="cpu", weights_only=True))
device = "cuda" if torch.cuda.is_available() else "mps" if torch.backends.mps.is_available() else "cpu"
model = model.to(device).eval()

image = cv2.imread("your-image.jpg")
depth = model.infer_image(image)  # height by width, larger is nearer
print(depth.shape)
