# Install
# pip install -U peft transformers torch

# Load the adapter onto its base model
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from peft import PeftModel
from transformers import AutoModelForCausalLM

base_model = AutoModelForCausalLM.from_pretrained("big/base")
model = PeftModel.from_pretrained(base_model, "ada/ad")
