# Install
# pip install -U duckdb huggingface_hub

# Sign in, once
# export HF_ENDPOINT=https://hub.example.org
# hf auth login

# Query a file
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import duckdb
from huggingface_hub import hf_hub_download

path = hf_hub_download("ada/tides", "a.csv", repo_type="dataset", revision="refs/pr/1")
rows = duckdb.read_csv(path)
print(rows.aggregate("count(*)"))
print(rows.limit(5))
