# Get the code, and work in its folder
# git clone https://github.com/buaacyw/MeshAnything
# cd MeshAnything
# pip install -r requirements.txt

# Install
# pip install -U huggingface_hub

# Load the model
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from argparse import Namespace

import torch
from huggingface_hub import hf_hub_download
from MeshAnything.models.meshanything import MeshAnything

# main.py lists all settings, app.py shows how a mesh is made with them
settings = Namespace(
    llm="facebook/opt-350m", codebook_size=8192, codebook_dim=1024, n_max_triangles=800, max_vertices=800, n_discrete_size=128
)
model = MeshAnything(settings)
weights = hf_hub_download("ada/model", "MeshAnything_350m.pth")
model.load_state_dict(torch.load(weights, map_location="cpu"), strict=False)
model.eval()
