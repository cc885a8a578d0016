# Install
# pip install -U keras jax huggingface_hub

# Load the model
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

os.environ.setdefault("KERAS_BACKEND", "jax")  # or torch, or tensorflow

import keras
from huggingface_hub import hf_hub_download

model = keras.saving.load_model(hf_hub_download("ada/tides", "tides.keras"))
model.summary()
