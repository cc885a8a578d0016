# Install
# pip install -U aneforge transformers torch pillow

# Embed a text
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from aneforge.sentence_transformers import SentenceTransformer

model = SentenceTransformer("ada/model")
embeddings = model.encode(["A calm sea"], normalize_embeddings=True)
print(embeddings.shape)
