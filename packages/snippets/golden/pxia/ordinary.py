# Install
# pip install -U pxia

# Load the model
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from pxia import AutoModel

model = AutoModel.from_pretrained("ada/model")
model.eval()
