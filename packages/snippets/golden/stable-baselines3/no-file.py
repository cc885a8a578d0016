# Install
# pip install -U stable-baselines3 huggingface_hub

# Load the trained agent
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from huggingface_hub import hf_hub_download
from stable_baselines3 import PPO

path = hf_hub_download("ada/model", "your-model.zip")
model = PPO.load(path)
print(model.policy)
