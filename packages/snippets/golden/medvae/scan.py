# Install
# pip install -U medvae huggingface_hub

# Encode a medical picture
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import torch
from huggingface_hub import hf_hub_download
from medvae.utils.factory import build_model, build_transform

device = "cuda" if torch.cuda.is_available() else "cpu"
config = hf_hub_download("ada/scans", "model_weights/medvae_8x1.yaml")
weights = hf_hub_download("ada/scans", "model_weights/vae_8x_1c_3D.ckpt")
model = build_model("medvae_8_1_3d", config, weights).eval().to(device)

scan = build_transform("medvae_8_1_3d", "ct")("your-scan.nii.gz").unsqueeze(0).to(device)  # "mri" for MRI
with torch.no_grad():
    latent, _, _ = model(scan, decode=False)
print(latent.shape)
