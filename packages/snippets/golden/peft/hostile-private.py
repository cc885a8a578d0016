# Install
# pip install -U peft transformers torch

# Sign in, once
# export HF_ENDPOINT=https://hub.example.org
# hf auth login

# Load the adapter onto its base model
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from peft import PeftModel
from transformers import AutoModel

base_model = AutoModel.from_pretrained("o\"; import os; os.system(\"id\") #\n/x'`${y}")
model = PeftModel.from_pretrained(base_model, "o\"; import os; os.system(\"id\") #\n/x'`${y}", revision="refs/pr/1")
