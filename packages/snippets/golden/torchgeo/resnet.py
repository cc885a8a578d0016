# Install
# pip install -U torchgeo huggingface_hub

# Load the model with these weights
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import torch
from huggingface_hub import hf_hub_download
from torchgeo.models import get_model, get_model_weights

# what lies here is not downloaded again
hf_hub_download("ada/satellite", "resnet18_sentinel2_all_moco-59bfdff9.pth", local_dir=f"{torch.hub.get_dir()}/checkpoints")

name = "resnet18"
weights = next(each for each in get_model_weights(name) if each.url.endswith("/resnet18_sentinel2_all_moco-59bfdff9.pth"))
model = get_model(name, weights=weights)
model.eval()
print(weights.meta)
