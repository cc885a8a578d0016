# Get the code, and work in its folder
# git clone https://github.com/facebookresearch/EUPE
# cd EUPE

# Install
# pip install -U torch huggingface_hub

# Encode a picture
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import torch
from huggingface_hub import hf_hub_download

weights = hf_hub_download("ada/encoder", "EUPE-ConvNeXt-S.pt")
model = torch.hub.load(".", "eupe_convnext_small", source="local", weights=weights).eval()
with torch.inference_mode():
    features = model(torch.rand(1, 3, 256, 256))
print(features.shape)
