# Install
# pip install -U terratorch huggingface_hub

# Build the backbone
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from huggingface_hub import hf_hub_download
from terratorch.registry import BACKBONE_REGISTRY

path = hf_hub_download("ada/Prithvi-EO-2.0-600M-TL", "Prithvi_EO_V2_600M_TL.pt")
model = BACKBONE_REGISTRY.build("prithvi_eo_v2_600_tl", pretrained=True, ckpt_path=path)
