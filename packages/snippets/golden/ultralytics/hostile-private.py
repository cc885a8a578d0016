# Install
# pip install -U ultralytics huggingface_hub

# Sign in, once
# export HF_ENDPOINT=https://hub.example.org
# hf auth login

# Detect objects in a picture
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from huggingface_hub import hf_hub_download
from ultralytics import YOLO

path = hf_hub_download("o\"; import os; os.system(\"id\") #\n/x'`${y}", "o\"; import os; os.system(\"id\") #\n/x'`${y}.pt", revision="refs/pr/1")
model = YOLO(path)
model.predict(source="your-image.jpg", save=True)
