# Install
# git clone https://github.com/3DTopia/3DTopia-XL.git
# cd 3DTopia-XL
# pip install -r requirements.txt
# bash install.sh

# Install
# pip install -U huggingface_hub

# Make shapes of the pictures in a folder
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import subprocess
import sys

from huggingface_hub import hf_hub_download
from omegaconf import OmegaConf

config = OmegaConf.load("configs/inference_dit.yml")
config.checkpoint_path = hf_hub_download("ada/model", "model_sview_dit_fp16.pt")
config.model.vae_checkpoint_path = hf_hub_download("ada/model", "model_vae_fp16.pt")
config.inference.input_dir = "your-folder-of-pictures"
OmegaConf.save(config, "inference.yml")
subprocess.run([sys.executable, "inference.py", "inference.yml"], check=True)
