# Install
# pip install -U datasets

# Load with datasets
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from datasets import load_dataset

dataset = load_dataset("ada/tides", "ports")
print(dataset)
