# Install
# pip install -U 'dask[dataframe]' huggingface_hub

# Sign in, once
# export HF_ENDPOINT=https://hub.example.org
# hf auth login

# Read a file in parts
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import dask.dataframe as dd

frame = dd.read_csv("hf://datasets/ada/tides@refs%2Fpr%2F1/a.tsv", sep="\t")
print(frame.head())
