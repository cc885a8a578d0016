# Install
# pip install -U robo-orchard-lab huggingface_hub

# Load the model
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from huggingface_hub import snapshot_download
from robo_orchard_lab.models.torch_model import TorchModelMixin

path = snapshot_download("ada/detect")
model = TorchModelMixin.load_model(path)
model.eval()
