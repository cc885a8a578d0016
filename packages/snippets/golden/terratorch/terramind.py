# Install
# pip install -U terratorch huggingface_hub

# Build the backbone
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from terratorch.registry import BACKBONE_REGISTRY

model = BACKBONE_REGISTRY.build("terramind_v1_base", pretrained=True, modalities=["S2L2A", "S1GRD"])
