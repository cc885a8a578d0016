# Install
# pip install -U asteroid huggingface_hub

# Load the model
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from asteroid.models import BaseModel
from huggingface_hub import hf_hub_download

path = hf_hub_download("ada/model", "pytorch_model.bin")
model = BaseModel.from_pretrained(path)
