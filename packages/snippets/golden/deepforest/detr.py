# Install
# pip install -U deepforest

# Find trees or animals in a picture from the air
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from deepforest.main import deepforest

model = deepforest(config_args={"architecture": "DeformableDetr", "model": {"name": "ada/trees"}})
found = model.predict_image(path="your-aerial-image.png")
print(found)
