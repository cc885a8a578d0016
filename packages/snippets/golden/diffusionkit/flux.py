# Install
# pip install -U diffusionkit

# Make a picture
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from diffusionkit.mlx import FluxPipeline

pipeline = FluxPipeline(shift=1.0, model_version="argmaxinc/mlx-FLUX.1-schnell", low_memory_mode=True, a16=True, w16=True)
height, width = 512, 512
image, _ = pipeline.generate_image("A lighthouse on a rocky coast, watercolour", cfg_weight=0, num_steps=4, latent_size=(height // 8, width // 8))
image.save("output.png")
