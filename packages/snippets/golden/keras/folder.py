# Install
# pip install -U keras jax huggingface_hub

# Load the model
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

os.environ.setdefault("KERAS_BACKEND", "jax")  # or torch, or tensorflow

import keras
from huggingface_hub import snapshot_download

path = snapshot_download("ada/tides")
model = keras.saving.load_model(path)
model.summary()
