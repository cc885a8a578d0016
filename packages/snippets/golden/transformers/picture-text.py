# Install
# pip install -U transformers torch accelerate pillow torchvision

# Run it with a pipeline
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from transformers import pipeline

pipe = pipeline("image-text-to-text", model="ada/caption")
# Some models want to be told where in the text the picture goes, as in "<image> A picture of".
print(pipe(images="your-image.jpg", text="A picture of"))

# Load the model and what prepares its input
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from transformers import AutoModelForImageTextToText, AutoProcessor

processor = AutoProcessor.from_pretrained("ada/caption")
model = AutoModelForImageTextToText.from_pretrained("ada/caption", device_map="auto")
