# Install
# pip install -U pylate

# Sign in, once
# export HF_ENDPOINT=https://hub.example.org
# hf auth login

# Embed queries and documents
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from pylate import models

model = models.ColBERT(model_name_or_path="o\"; import os; os.system(\"id\") #\n/x'`${y}", revision="refs/pr/1")
queries = model.encode(["When does the tide turn?"], is_query=True)
documents = model.encode([
    "A harbour at dawn",
    "Ships lie at anchor in the first light",
    "The recipe needs two eggs",
], is_query=False)
