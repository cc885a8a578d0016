# Install
# pip install -U mamba-ssm causal-conv1d torch

# Load the model
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from mamba_ssm import MambaLMHeadModel

model = MambaLMHeadModel.from_pretrained("ada/model", device="cuda")
