# Install
# pip install -U distilabel

# Load what a pipeline made
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from datasets import load_dataset
from distilabel.distiset import Distiset

distiset = Distiset({"default": load_dataset("ada/tides")})
print(distiset)
