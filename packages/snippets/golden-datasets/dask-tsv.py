# Install
# pip install -U 'dask[dataframe]' huggingface_hub

# Read a file in parts
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import dask.dataframe as dd

frame = dd.read_csv("hf://datasets/ada/tides/a.tsv", sep="\t")
print(frame.head())
