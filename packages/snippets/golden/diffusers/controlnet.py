# Install
# pip install -U diffusers transformers accelerate torch

# Run the pipeline
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import torch
from diffusers import ControlNetModel, StableDiffusionControlNetPipeline
from diffusers.utils import load_image

device = "cuda" if torch.cuda.is_available() else "mps" if torch.backends.mps.is_available() else "cpu"
controlnet = ControlNetModel.from_pretrained("ada/control")
pipe = StableDiffusionControlNetPipeline.from_pretrained("big/base", controlnet=controlnet).to(device)
pipe("An old sea chart of an imaginary coast, ink on parchment, fine detail", image=load_image("your-control-image.png")).images[0].save("output.png")
