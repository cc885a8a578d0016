# Install
# pip install -U diffusers transformers accelerate torch peft

# Sign in, once
# export HF_ENDPOINT=https://hub.example.org
# hf auth login

# Run the pipeline
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import torch
from diffusers import DiffusionPipeline

device = "cuda" if torch.cuda.is_available() else "mps" if torch.backends.mps.is_available() else "cpu"
pipe = DiffusionPipeline.from_pretrained("o\"; import os; os.system(\"id\") #\n/x'`${y}", dtype=torch.bfloat16).to(device)
pipe.load_lora_weights("o\"; import os; os.system(\"id\") #\n/x'`${y}", revision="refs/pr/1")
pipe("o\"; import os; os.system(\"id\") #\n/x'`${y}").images[0].save("output.png")
