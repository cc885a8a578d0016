# Install
# pip install -U hezar

# Compare words
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from hezar.embeddings import Embedding

embedding = Embedding.load("ada/words-fa")
print(embedding.similarity("کشتی", "قایق"))
