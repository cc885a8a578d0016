# Install
# pip install -U pruna

# Run the pipeline
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import torch
from diffusers.utils import load_image
from pruna import PrunaModel

pipe = PrunaModel.from_pretrained("ada/inpaint")
image = load_image("your-image.png").resize((1024, 1024))
mask = load_image("your-mask.png").resize((1024, 1024))
result = pipe(
    prompt="An old sea chart of an imaginary coast, ink on parchment, fine detail",
    image=image,
    mask_image=mask,
    guidance_scale=8.0,
    num_inference_steps=20,
    strength=0.99,
    generator=torch.Generator("cpu").manual_seed(0),
).images[0]
result.save("output.png")
