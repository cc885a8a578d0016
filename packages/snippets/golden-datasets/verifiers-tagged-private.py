# Install
# pip install -U huggingface_hub

# Sign in: paste a token when it waits, nothing is shown
# export HF_ENDPOINT=https://hub.example.org
# hf auth login
# read -rs HF_TOKEN && export HF_TOKEN

# Download in Python
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from huggingface_hub import snapshot_download

path = snapshot_download("ada/tides", repo_type="dataset", revision="refs/pr/1")
print(path)
