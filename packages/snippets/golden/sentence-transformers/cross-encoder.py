# Install
# pip install -U sentence-transformers

# Score pairs
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from sentence_transformers import CrossEncoder

model = CrossEncoder("ada/rank")
scores = model.predict([
    ("When does the tide turn?", "The tide turns at noon."),
    ("When does the tide turn?", "The harbour is in the north."),
])
print(scores)
