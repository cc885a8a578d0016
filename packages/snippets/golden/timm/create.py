# Install
# pip install -U timm torch

# Load the model
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import timm

model = timm.create_model("hf_hub:ada/resnet", pretrained=True)
model.eval()
