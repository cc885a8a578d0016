# Install
# pip install -U pruna

# Load the model
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from pruna import PrunaModel

model = PrunaModel.from_pretrained("ada/blob")
