# Install
# pip install -U webdataset huggingface_hub

# Sign in, once
# export HF_ENDPOINT=https://hub.example.org
# hf auth login

# Read the samples of a shard
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import webdataset as wds
from huggingface_hub import hf_hub_download

path = hf_hub_download("ada/tides", "a-0.tar", repo_type="dataset", revision="refs/pr/1")
samples = wds.WebDataset(path, shardshuffle=False)
print(next(iter(samples)).keys())
