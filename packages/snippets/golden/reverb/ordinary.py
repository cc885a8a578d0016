# Install
# pip install -U rev-reverb huggingface_hub

# Transcribe a recording
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import wenet
from huggingface_hub import snapshot_download

path = snapshot_download("ada/model")
model = wenet.load_model(path)
print(model.transcribe("your-audio.wav"))
