# Install
# pip install -U pandas huggingface_hub

# Read a file into a frame
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import pandas as pd

frame = pd.read_csv("hf://datasets/ada/tides/a.tsv", sep="\t")
print(frame)
