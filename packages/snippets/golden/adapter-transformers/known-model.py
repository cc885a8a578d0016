# Install
# pip install -U adapters torch

# Load the adapter into its model
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from adapters import AutoAdapterModel

model = AutoAdapterModel.from_pretrained("roberta-base")
model.load_adapter("ada/model", set_active=True)
