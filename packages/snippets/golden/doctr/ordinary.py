# Install
# pip install -U python-doctr

# Load the model
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from doctr.models import from_hub

model = from_hub("ada/model").eval()
print(model.cfg)
