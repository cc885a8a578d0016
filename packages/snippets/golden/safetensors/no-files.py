# Install
# pip install -U safetensors numpy huggingface_hub

# Open the weights and see what is in them
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from huggingface_hub import hf_hub_download
from safetensors import safe_open

path = hf_hub_download("ada/no-list", "your-model.safetensors")
with safe_open(path, framework="numpy") as weights:
    for name in weights.keys():
        tensor = weights.get_slice(name)
        print(name, tensor.get_dtype(), tensor.get_shape())
