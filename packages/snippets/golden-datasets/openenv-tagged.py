# Install
# pip install -U huggingface_hub

# Download in Python
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from huggingface_hub import snapshot_download

path = snapshot_download("ada/tides", repo_type="dataset")
print(path)
