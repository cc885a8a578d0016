# Install
# pip install -U fiftyone huggingface_hub

# Load into FiftyOne
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import fiftyone.utils.huggingface as fouh

dataset = fouh.load_from_hub("ada/tides")
print(dataset)
