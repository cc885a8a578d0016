# Install
# pip install -U datasets

# Sign in, once
# export HF_ENDPOINT=https://hub.example.org
# hf auth login

# Load with datasets
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from datasets import load_dataset

dataset = load_dataset("ada/tides", "ports", revision="refs/pr/1")
print(dataset)
