# Install
# pip install -U mlx-image

# Load the model
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from mlxim.model import create_model

model = create_model("ada/model")
