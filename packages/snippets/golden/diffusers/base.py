# Install
# pip install -U diffusers transformers accelerate torch

# Run the pipeline
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import torch
from diffusers import DiffusionPipeline

device = "cuda" if torch.cuda.is_available() else "mps" if torch.backends.mps.is_available() else "cpu"
pipe = DiffusionPipeline.from_pretrained("ada/paint", dtype=torch.bfloat16).to(device)
pipe("An old sea chart of an imaginary coast, ink on parchment, fine detail").images[0].save("output.png")
