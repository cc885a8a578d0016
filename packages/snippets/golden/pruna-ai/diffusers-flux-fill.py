# Install
# pip install -U pruna

# Run the pipeline
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import torch
from diffusers.utils import load_image
from pruna import PrunaModel

pipe = PrunaModel.from_pretrained("ada/fill")
result = pipe(
    prompt="An old sea chart of an imaginary coast, ink on parchment, fine detail",
    image=load_image("your-image.png"),
    mask_image=load_image("your-mask.png"),
    height=1632,
    width=1232,
    guidance_scale=30,
    num_inference_steps=50,
    max_sequence_length=512,
    generator=torch.Generator("cpu").manual_seed(0),
).images[0]
result.save("output.png")
