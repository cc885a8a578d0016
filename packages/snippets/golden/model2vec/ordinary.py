# Install
# pip install -U model2vec

# Embed texts
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from model2vec import StaticModel

model = StaticModel.from_pretrained("ada/model")
embeddings = model.encode(["A calm sea", "A quiet ocean", "A loud market"])
print(embeddings.shape)
