# Install
# pip install -U 'edsnlp[ml]' huggingface_hub

# Load the pipeline
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import edsnlp

nlp = edsnlp.load("ada/ships-log-fr")
doc = nlp("Le patient est admis pour une douleur thoracique.")
print(doc.ents)

# Load the installed package
import ships_log_fr

nlp = ships_log_fr.load()
doc = nlp("Le patient est admis pour une douleur thoracique.")
print(doc.ents)
