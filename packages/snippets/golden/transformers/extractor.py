# Install
# pip install -U transformers torch accelerate

# Run it with a pipeline
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from transformers import pipeline

pipe = pipeline("audio-classification", model="ada/hear")
print(pipe("your-audio.flac"))

# Load the model and what prepares its input
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from transformers import AutoModelForAudioClassification, AutoFeatureExtractor

extractor = AutoFeatureExtractor.from_pretrained("ada/hear")
model = AutoModelForAudioClassification.from_pretrained("ada/hear", device_map="auto")
