# Install
# pip install -U peft transformers torch

# Load the adapter onto its base model
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from peft import PeftModel
from transformers import AutoModelForSequenceClassification

base_model = AutoModelForSequenceClassification.from_pretrained("owner/base-model")
model = PeftModel.from_pretrained(base_model, "ada/ad")
