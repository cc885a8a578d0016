# Install
# pip install -U refiners huggingface_hub

# Load the weights
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from huggingface_hub import hf_hub_download
from refiners.fluxion.utils import load_from_safetensors

path = hf_hub_download("ada/sdxl.adapter", "adapter.safetensors")
weights = load_from_safetensors(path)
for name, weight in list(weights.items())[:5]:
    print(name, tuple(weight.shape))

# into the model that they belong to, of refiners.foundationals: model.load_from_safetensors(path)
