# Install
# pip install -U diffusers transformers accelerate torch

# Run the pipeline
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import torch
from diffusers import DiffusionPipeline

device = "cuda" if torch.cuda.is_available() else "mps" if torch.backends.mps.is_available() else "cpu"
pipe = DiffusionPipeline.from_pretrained("ada/sea-pictures").to(device)
pipe().images[0].save("output.png")
