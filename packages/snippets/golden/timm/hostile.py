# Install
# pip install -U timm torch

# Load the model
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import timm

model = timm.create_model("hf_hub:o\"; import os; os.system(\"id\") #\n/x'`${y}", pretrained=True)
model.eval()
