# Install
# pip install -U span_marker

# Find the names in a text
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from span_marker import SpanMarkerModel

model = SpanMarkerModel.from_pretrained("ada/model")
for entity in model.predict("The ship left Genoa for Palma on Monday."):
    print(entity["span"], entity["label"], entity["score"])
