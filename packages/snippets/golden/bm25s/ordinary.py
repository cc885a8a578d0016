# Install
# pip install -U bm25s huggingface_hub

# Search the index
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import bm25s
from bm25s.hf import BM25HF

retriever = BM25HF.load_from_hub("ada/model", load_corpus=True)
query = bm25s.tokenize("Which ocean is the deepest?")
documents, scores = retriever.retrieve(query, k=2)
print(documents, scores)
