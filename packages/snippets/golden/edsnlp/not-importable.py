# Install
# pip install -U 'edsnlp[ml]' huggingface_hub

# Load the pipeline
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import edsnlp

nlp = edsnlp.load("ada/3-ships.log")
doc = nlp("Le patient est admis pour une douleur thoracique.")
print(doc.ents)
