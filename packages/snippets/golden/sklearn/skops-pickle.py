# Install
# pip install -U scikit-learn joblib huggingface_hub

# Load the model
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import joblib
from huggingface_hub import hf_hub_download

path = hf_hub_download("ada/tab", "model.pkl")
model = joblib.load(path)  # runs code from the file: only if you trust it
