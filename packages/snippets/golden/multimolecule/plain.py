# Install
# pip install -U multimolecule

# Embed a sequence
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from multimolecule import AutoModel, AutoTokenizer

tokenizer = AutoTokenizer.from_pretrained("ada/model")
model = AutoModel.from_pretrained("ada/model")

inputs = tokenizer("UAGCUUAUCAGACUGAUGUUG", return_tensors="pt")
outputs = model(**inputs)
print(outputs.last_hidden_state.shape)
