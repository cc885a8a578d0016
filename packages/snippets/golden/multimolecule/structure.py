# Install
# pip install -U multimolecule

# Embed a sequence
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from multimolecule import AutoModel, AutoTokenizer

tokenizer = AutoTokenizer.from_pretrained("ada/model")
model = AutoModel.from_pretrained("ada/model")

inputs = tokenizer("GGUCUCUGGUU", return_tensors="pt")
outputs = model(**inputs)
print(outputs.last_hidden_state.shape)

# Predict how the molecule folds
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from multimolecule import AutoTokenizer  # registers its pipelines
from transformers import pipeline

tokenizer = AutoTokenizer.from_pretrained("ada/model")
predictor = pipeline("rna-secondary-structure", model="ada/model", tokenizer=tokenizer)
print(predictor("GGUCUCUGGUU")["secondary_structure"])
