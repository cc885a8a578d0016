# Install
# pip install -U py-feat torch huggingface_hub

# Read the faces of a picture
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import torch
from feat import Detectorv2
from huggingface_hub import hf_hub_download

device = "cuda" if torch.cuda.is_available() else "cpu"
path = hf_hub_download("ada/face_multitask_v2", "face_multitask_v28.safetensors")
detector = Detectorv2(device=device, multitask_weights=path)
print(detector.detect("your-image.jpg", data_type="image"))
