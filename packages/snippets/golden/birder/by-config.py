# Install
# pip install -U birder huggingface_hub torch

# Classify a picture
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import birder
from birder.inference.classification import infer_image
from huggingface_hub import hf_hub_download

config = hf_hub_download("ada/harbour-birds", "config.json")
weights = hf_hub_download("ada/harbour-birds", "harbour-birds.pt")
net, cfg = birder.load_model_with_cfg(config, weights)
net.eval().requires_grad_(False)

transform = birder.classification_transform(birder.get_size_from_signature(cfg["signature"]), cfg["rgb_stats"])
scores, _ = infer_image(net, "your-image.jpg", transform)
print(scores.argmax())
