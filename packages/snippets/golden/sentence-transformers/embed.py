# Install
# pip install -U sentence-transformers

# Embed and compare sentences
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from sentence_transformers import SentenceTransformer

model = SentenceTransformer("ada/emb")
sentences = [
    "A harbour at dawn",
    "Ships lie at anchor in the first light",
    "The recipe needs two eggs",
]
embeddings = model.encode(sentences)
similarities = model.similarity(embeddings, embeddings)
print(similarities.shape)  # 3 rows, 3 columns
