# Install
# pip install -U transformers torch accelerate

# Run it with a pipeline
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from transformers import pipeline

pipe = pipeline("text-generation", model="ada/stories")
print(pipe("Once upon a time", max_new_tokens=40))

# Load the model and what prepares its input
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from transformers import AutoModelForCausalLM, AutoTokenizer

tokenizer = AutoTokenizer.from_pretrained("ada/stories")
model = AutoModelForCausalLM.from_pretrained("ada/stories", device_map="auto")
