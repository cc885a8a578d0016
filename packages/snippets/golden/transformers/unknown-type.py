# Install
# pip install -U transformers torch accelerate

# Download the files
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from huggingface_hub import snapshot_download

path = snapshot_download("ada/blob")
print(path)
