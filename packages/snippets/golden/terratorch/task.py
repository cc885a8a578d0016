# Install
# pip install -U terratorch huggingface_hub

# Load the model of a task
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from huggingface_hub import hf_hub_download
from terratorch.cli_tools import LightningInferenceModel

config = hf_hub_download("ada/floods", "floods_config.yaml")
weights = hf_hub_download("ada/floods", "floods.ckpt")
model = LightningInferenceModel.from_config(config, weights)
