# Install
# pip install -U terratorch

# Build the backbone
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from terratorch.registry import BACKBONE_REGISTRY

model = BACKBONE_REGISTRY.build("ada/model")
