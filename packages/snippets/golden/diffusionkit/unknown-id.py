# Install
# pip install -U diffusionkit

# Make a picture
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from diffusionkit.mlx import DiffusionPipeline
from huggingface_hub import hf_hub_download

pipeline = DiffusionPipeline(
    shift=3.0,
    use_t5=False,
    model_version="argmaxinc/mlx-stable-diffusion-3-medium",  # the layout that the weights have
    local_ckpt=hf_hub_download("ada/own-diffusion", "your-model.safetensors"),
    low_memory_mode=True,
    a16=True,
    w16=True,
)
height, width = 512, 512
image, _ = pipeline.generate_image("A lighthouse on a rocky coast, watercolour", cfg_weight=5, num_steps=50, latent_size=(height // 8, width // 8))
image.save("output.png")
