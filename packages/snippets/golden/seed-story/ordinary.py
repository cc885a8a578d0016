# Get the code, and work in its folder
# git clone https://github.com/TencentARC/SEED-Story
# cd SEED-Story
# pip install -r requirements.txt

# Install
# pip install -U huggingface_hub

# Load the model of stories
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import hydra
from huggingface_hub import snapshot_download
from omegaconf import OmegaConf

snapshot_download("ada/model", local_dir="pretrained")

llm_config = OmegaConf.load("configs/clm_models/llama2chat7b_lora.yaml")
llm = hydra.utils.instantiate(llm_config, torch_dtype="fp16")

story_config = OmegaConf.load("configs/clm_models/agent_7b_sft.yaml")
story = hydra.utils.instantiate(story_config, llm=llm)
