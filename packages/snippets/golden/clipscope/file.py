# Install
# pip install -U clipscope pillow

# See which features a picture wakes
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import torch
from clipscope import ConfiguredViT, TopKSAE
from PIL import Image

device = "cuda" if torch.cuda.is_available() else "cpu"
sae = TopKSAE.from_pretrained("11_resid/1200013184.pt", repo_id="ada/scope", device=device)
layer = (11, "resid")
transformer = ConfiguredViT([layer], device=device)

image = Image.open("your-image.jpg").convert("RGB")
activations = transformer.cls_activations(image)[layer]
print(sae.forward_verbose(activations)["latent"].topk(10))  # the features that answer most
