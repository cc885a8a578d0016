# Install
# pip install -U multimolecule

# Embed a sequence
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from multimolecule import AutoModel, AutoTokenizer

tokenizer = AutoTokenizer.from_pretrained("ada/model")
model = AutoModel.from_pretrained("ada/model")

inputs = tokenizer("GGUCACUGGUU", return_tensors="pt")
outputs = model(**inputs)
print(outputs.last_hidden_state.shape)

# Fill in what is masked
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from multimolecule import AutoTokenizer  # registers its models
from transformers import pipeline

tokenizer = AutoTokenizer.from_pretrained("ada/model")
predictor = pipeline("fill-mask", model="ada/model", tokenizer=tokenizer)
print(predictor("GGUC<mask>CUGGUU"))
