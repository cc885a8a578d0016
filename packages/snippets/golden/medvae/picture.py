# Install
# pip install -U medvae huggingface_hub

# Encode a medical picture
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import torch
from huggingface_hub import hf_hub_download
from medvae.utils.factory import build_model, build_transform

device = "cuda" if torch.cuda.is_available() else "cpu"
config = hf_hub_download("ada/pictures", "model_weights/medvae_4x1.yaml")
weights = hf_hub_download("ada/pictures", "model_weights/vae_4x_1c_2D.ckpt")
model = build_model("medvae_4_1_2d", config, weights).eval().to(device)

transform = build_transform("medvae_4_1_2d", "xray")
image = transform("your-xray.png", merge_channels=True).unsqueeze(0).to(device)
with torch.no_grad():
    _, _, latent = model(image, decode=False)
print(latent.shape)
