# Install
# pip install -U tokenizers huggingface_hub

# Turn a text into tokens
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from huggingface_hub import hf_hub_download
from tokenizers import Tokenizer

path = hf_hub_download("ada/words", "tokenizer.json")
tokenizer = Tokenizer.from_file(path)
encoded = tokenizer.encode("The wind turned in the night, and we sailed at dawn.")
print(encoded.ids)
print(encoded.tokens)
