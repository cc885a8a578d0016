# Install
# pip install -U distilabel

# Sign in, once
# export HF_ENDPOINT=https://hub.example.org
# hf auth login

# Load what a pipeline made
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from datasets import load_dataset
from distilabel.distiset import Distiset

distiset = Distiset({"default": load_dataset("ada/tides", revision="refs/pr/1")})
print(distiset)
