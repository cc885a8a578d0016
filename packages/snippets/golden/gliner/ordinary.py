# Install
# pip install -U gliner

# Find entities of your own kinds
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from gliner import GLiNER

model = GLiNER.from_pretrained("ada/model")
entities = model.predict_entities("The ship left Genoa on Monday.", ["vessel", "place", "date"])
for entity in entities:
    print(entity["text"], entity["label"])
