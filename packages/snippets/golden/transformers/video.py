# Install
# pip install -U transformers torch accelerate torchvision torchcodec av

# Run it with a pipeline
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from transformers import pipeline

pipe = pipeline("video-classification", model="ada/watch")
print(pipe("your-video.mp4"))

# Load the model and what prepares its input
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from transformers import AutoModelForVideoClassification, AutoImageProcessor

processor = AutoImageProcessor.from_pretrained("ada/watch")
model = AutoModelForVideoClassification.from_pretrained("ada/watch", device_map="auto")
