# Install
# pip install -U gliformer

# Find entities of your own kinds
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from gliformer import GLiFormer

model = GLiFormer.from_pretrained("ada/model", load_tokenizer=True)
entities = model.predict_entities("The ship left Genoa on Monday.", ["vessel", "place", "date"], threshold=0.5)
for entity in entities:
    print(entity["text"], entity["label"])
