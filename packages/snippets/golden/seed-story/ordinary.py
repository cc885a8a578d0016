# Get the code, and work in its folder
# git clone https://github.com/TencentARC/SEED-Story
# cd SEED-Story
# pip install -r requirements.txt

# Install
# pip install -U huggingface_hub

# Load the models that the configurations describe
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import hydra
from huggingface_hub import snapshot_download
from omegaconf import OmegaConf

path = snapshot_download("ada/model")
print(path)  # the configurations name folders below "pretrained": put or link it there

llm_config = OmegaConf.load("configs/clm_models/llm.yaml")
llm = hydra.utils.instantiate(llm_config, torch_dtype="fp16")

story_config = OmegaConf.load("configs/clm_models/agent.yaml")
story = hydra.utils.instantiate(story_config, llm=llm)
