# Install
# pip install -U tf-keras huggingface_hub

# Load the model
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import tf_keras
from huggingface_hub import snapshot_download

path = snapshot_download("ada/model")
model = tf_keras.models.load_model(path)
model.summary()
