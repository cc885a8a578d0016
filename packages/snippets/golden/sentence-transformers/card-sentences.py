# Install
# pip install -U sentence-transformers

# Embed and compare sentences
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from sentence_transformers import SentenceTransformer

model = SentenceTransformer("ada/emb", trust_remote_code=True)
sentences = [
    "That is a happy person",
    "That is a \"very\" happy person",
    "Today is sunny",
]
embeddings = model.encode(sentences)
similarities = model.similarity(embeddings, embeddings)
print(similarities.shape)  # 3 rows, 3 columns
