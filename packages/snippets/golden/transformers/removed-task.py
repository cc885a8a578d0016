# Install
# pip install -U 'transformers<5' torch accelerate

# Run it with a pipeline
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

# Transformers 5 has no such pipeline: this needs "transformers<5". Loading the model directly works with both.
from transformers import pipeline

pipe = pipeline("summarization", model="ada/sum")
print(pipe("The tide turns at noon."))

# Load the model and what prepares its input
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from transformers import AutoModelForSeq2SeqLM, AutoTokenizer

tokenizer = AutoTokenizer.from_pretrained("ada/sum")
model = AutoModelForSeq2SeqLM.from_pretrained("ada/sum", device_map="auto")
