# Install
# pip install -U pythae huggingface_hub

# Load the model
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from pythae.models import AutoModel

model = AutoModel.load_from_hf_hub(hf_hub_path="ada/model")
model.eval()
