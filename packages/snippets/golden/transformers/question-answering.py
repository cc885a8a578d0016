# Install
# pip install -U 'transformers<5' torch accelerate

# Run it with a pipeline
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

# Transformers 5 has no such pipeline: this needs "transformers<5". Loading the model directly works with both.
from transformers import pipeline

pipe = pipeline("question-answering", model="ada/ask")
print(pipe(question="Where is the harbour?", context="The harbour is in the north of the island."))

# Load the model and what prepares its input
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from transformers import AutoModelForQuestionAnswering, AutoTokenizer

tokenizer = AutoTokenizer.from_pretrained("ada/ask")
model = AutoModelForQuestionAnswering.from_pretrained("ada/ask", device_map="auto")
