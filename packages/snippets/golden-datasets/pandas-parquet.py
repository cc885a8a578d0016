# Install
# pip install -U pandas huggingface_hub pyarrow

# Read a file into a frame
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import pandas as pd

frame = pd.read_parquet("hf://datasets/ada/tides/data/train-00000-of-00001.parquet")
print(frame)
