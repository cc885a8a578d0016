# Install
# pip install -U git+https://github.com/takara-ai/SwarmFormer huggingface_hub

# Load the model
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from swarmformer import SwarmFormerModel

model = SwarmFormerModel.from_pretrained("ada/model")
