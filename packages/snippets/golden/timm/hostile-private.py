# Install
# pip install -U timm torch

# Sign in, once
# export HF_ENDPOINT=https://hub.example.org
# hf auth login

# Load the model
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import timm

model = timm.create_model("hf_hub:o\"; import os; os.system(\"id\") #\n/x'`${y}@refs/pr/1", pretrained=True)
model.eval()
