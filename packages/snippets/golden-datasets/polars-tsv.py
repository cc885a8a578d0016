# Install
# pip install -U polars huggingface_hub

# Read a file into a frame
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import polars as pl
from huggingface_hub import hf_hub_download

path = hf_hub_download("ada/tides", "a.tsv", repo_type="dataset")
frame = pl.read_csv(path, separator="\t")
print(frame)
