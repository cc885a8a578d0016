# Install
# pip install -U fiftyone huggingface_hub

# Sign in, once
# export HF_ENDPOINT=https://hub.example.org
# hf auth login

# Load into FiftyOne
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import fiftyone.utils.huggingface as fouh

dataset = fouh.load_from_hub("ada/tides", revision="refs/pr/1")
print(dataset)
