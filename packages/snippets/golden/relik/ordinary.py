# Install
# pip install -U 'relik[faiss]'

# Find entities and relations
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from relik import Relik

relik = Relik.from_pretrained("ada/model")
result = relik("The ship left Genoa for Palma on Monday.")
print(result.spans, result.triplets)
