# Install
# pip install -U transformers torch accelerate

# Run it with a pipeline
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from transformers import pipeline

pipe = pipeline("fill-mask", model="ada/mask")
print(pipe("The <mask> sails."))

# Load the model and what prepares its input
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from transformers import AutoModelForMaskedLM, AutoTokenizer

tokenizer = AutoTokenizer.from_pretrained("ada/mask")
model = AutoModelForMaskedLM.from_pretrained("ada/mask", device_map="auto")
