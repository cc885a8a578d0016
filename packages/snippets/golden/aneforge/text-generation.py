# Install
# pip install -U aneforge transformers torch pillow

# Generate text
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import aneforge as af
from transformers import AutoTokenizer

tokenizer = AutoTokenizer.from_pretrained("ada/model")
model = af.load_llm("ada/model")
ids = tokenizer.encode("Once upon a time")
print(tokenizer.decode(model.generate(ids, max_new_tokens=20)))
