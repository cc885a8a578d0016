# Install
# pip install -U terratorch huggingface_hub

# Build the backbone
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from huggingface_hub import hf_hub_download
from terratorch.registry import BACKBONE_REGISTRY

path = hf_hub_download("ada/floods", "your-weights.pt")
model = BACKBONE_REGISTRY.build("prithvi_eo_v2_300", pretrained=True, ckpt_path=path)
