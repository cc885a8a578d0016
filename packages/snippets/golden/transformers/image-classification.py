# Install
# pip install -U transformers torch accelerate pillow torchvision

# Run it with a pipeline
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from transformers import pipeline

pipe = pipeline("image-classification", model="ada/pic")
print(pipe("your-image.jpg"))

# Load the model and what prepares its input
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from transformers import AutoModelForImageClassification, AutoImageProcessor

processor = AutoImageProcessor.from_pretrained("ada/pic")
model = AutoModelForImageClassification.from_pretrained("ada/pic", device_map="auto")
