# Install
# pip install -U flexray

# Segment an X-ray
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from fxr.inference import FleXraySegmenter

segmenter = FleXraySegmenter.from_pretrained("ada/model")
masks = segmenter.predict("your-x-ray.png", threshold=0.5).masks
print(masks.shape)
