# Get the code, and work in its folder
# git clone https://github.com/NVlabs/Sana
# cd Sana
# pip install -e .

# Install
# pip install -U huggingface_hub

# Generate a picture
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import torch
from app.sana_pipeline import SanaPipeline
from huggingface_hub import hf_hub_download
from torchvision.utils import save_image

pipe = SanaPipeline("configs/sana_config/1024ms/Sana_1600M_img1024.yaml")
pipe.from_pretrained(hf_hub_download("ada/model", "checkpoints/your-model.pth"))
image = pipe(
    prompt="An old sea chart of an imaginary coast, ink on parchment",
    height=1024,
    width=1024,
    guidance_scale=5.0,
    pag_guidance_scale=2.0,
    num_inference_steps=18,
    generator=torch.Generator(device=pipe.device).manual_seed(42),
)
save_image(image, "output.png", nrow=1, normalize=True, value_range=(-1, 1))
