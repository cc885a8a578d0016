# Install
# pip install -U py-feat torch

# Read the faces of a picture
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import torch
from feat import Detectorv1

device = "cuda" if torch.cuda.is_available() else "cpu"
detector = Detectorv1(device=device)
print(detector.detect("your-image.jpg", data_type="image"))
