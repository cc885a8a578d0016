# Install
# pip install -U 'dask[dataframe]' huggingface_hub

# Read a file in parts
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import dask.dataframe as dd

frame = dd.read_json("hf://datasets/ada/tides/train.jsonl", lines=True)
print(frame.head())
