# Install
# pip install -U argilla

# Sign in, once
# export HF_ENDPOINT=https://hub.example.org
# hf auth login

# Load into Argilla
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import argilla as rg

client = rg.Argilla(api_url="https://your-argilla.example.org", api_key=os.environ["ARGILLA_API_KEY"])
dataset = rg.Dataset.from_hub("ada/tides", client=client)
print(dataset)
