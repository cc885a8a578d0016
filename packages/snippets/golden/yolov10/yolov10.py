# Install
# pip install -U ultralytics huggingface_hub

# Detect objects in a picture
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from huggingface_hub import hf_hub_download
from ultralytics import YOLO

path = hf_hub_download("ada/model", "yolov10n.pt")
model = YOLO(path)
model.predict(source="your-image.jpg", save=True)
