# Install
# pip install -U pylance huggingface_hub

# Sign in, once
# export HF_ENDPOINT=https://hub.example.org
# hf auth login

# Open the table
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import os

import lance
from huggingface_hub import snapshot_download

path = snapshot_download("ada/tides", repo_type="dataset", revision="refs/pr/1")
table = lance.dataset(os.path.join(path, "data/a.lance"))
print(table.schema, table.count_rows())
