# Install
# pip install -U pandas huggingface_hub

# Sign in, once
# export HF_ENDPOINT=https://hub.example.org
# hf auth login

# Read a file into a frame
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import pandas as pd

frame = pd.read_csv("hf://datasets/ada/tides@refs%2Fpr%2F1/a.tsv", sep="\t")
print(frame)
