# Install
# pip install -U skops huggingface_hub

# Load the model
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from huggingface_hub import hf_hub_download
from skops.io import get_untrusted_types, load

path = hf_hub_download("ada/tab", "model.skops")
print(get_untrusted_types(file=path))  # look at these before you trust them
model = load(path)
