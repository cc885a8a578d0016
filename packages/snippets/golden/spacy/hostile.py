# Install
# pip install -U spacy huggingface_hub

# Load the pipeline
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from pathlib import Path
from zipfile import ZipFile
import spacy
from huggingface_hub import hf_hub_download

wheel = hf_hub_download("o\"; import os; os.system(\"id\") #\n/x'`${y}", "o\"; import os; os.system(\"id\") #\n/x'`${y}.whl")
ZipFile(wheel).extractall("spacy-model")
meta = next(path for path in sorted(Path("spacy-model").rglob("meta.json")) if (path.parent / "config.cfg").exists())
nlp = spacy.load(meta.parent)
for token in nlp("The ship left Genoa on Monday."):
    print(token.text, token.pos_, token.ent_type_)
