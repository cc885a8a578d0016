# Install
# pip install -U transformers torch accelerate pillow torchvision

# Run it with a pipeline
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from transformers import pipeline

pipe = pipeline("zero-shot-image-classification", model="ada/zero")
print(pipe("your-image.jpg", candidate_labels=["animals", "humans", "landscape"]))

# Load the model and what prepares its input
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from transformers import AutoModelForZeroShotImageClassification, AutoProcessor

processor = AutoProcessor.from_pretrained("ada/zero")
model = AutoModelForZeroShotImageClassification.from_pretrained("ada/zero", device_map="auto")
