# Install
# pip install -U transformers torch accelerate

# Run it with a pipeline
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from transformers import pipeline

pipe = pipeline("text-classification", model="ada/judge")
print(pipe("The tide turns at noon."))

# Load the model and what prepares its input
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from transformers import AutoModelForSequenceClassification, AutoTokenizer

tokenizer = AutoTokenizer.from_pretrained("ada/judge")
model = AutoModelForSequenceClassification.from_pretrained("ada/judge", device_map="auto")
