# Install
# pip install -U colipri huggingface_hub

# Compare a scan with findings
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import torch
from colipri import ZeroShotImageClassificationPipeline, get_model, get_processor, load_sample_ct
from huggingface_hub import hf_hub_download

device = "cuda" if torch.cuda.is_available() else "cpu"
path = hf_hub_download("ada/model", "model.safetensors")
model = get_model(path).to(device)
pipeline = ZeroShotImageClassificationPipeline(model, get_processor())
print(pipeline(load_sample_ct(), ["No lung nodules", "Lung nodules"]))
