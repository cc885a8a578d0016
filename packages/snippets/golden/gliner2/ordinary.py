# Install
# pip install -U 'gliner2[local]'

# Find entities of your own kinds
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from gliner2 import AutoExtractor

model = AutoExtractor.from_pretrained("ada/model")
entities = model.extract_entities("The ship left Genoa on Monday.", ["vessel", "place", "date"])
print(entities)
