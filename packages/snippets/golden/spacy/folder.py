# Install
# pip install -U spacy huggingface_hub

# Load the pipeline
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import spacy
from huggingface_hub import snapshot_download

path = snapshot_download("ada/en_core_sea", ignore_patterns=["*.whl"])
nlp = spacy.load(path)
for token in nlp("The ship left Genoa on Monday."):
    print(token.text, token.pos_, token.ent_type_)
