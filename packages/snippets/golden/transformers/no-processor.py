# Install
# pip install -U transformers torch accelerate

# Load the model
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from transformers import AutoModel

model = AutoModel.from_pretrained("ada/bare", device_map="auto")
