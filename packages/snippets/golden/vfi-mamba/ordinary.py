# Get the code, and work in its folder
# git clone https://github.com/MCG-NJU/VFIMamba
# cd VFIMamba

# Install
# pip install -U torch causal-conv1d mamba-ssm timm opencv-python scikit-image tqdm transformers huggingface_hub

# Load the model
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from Trainer_finetune import Model

model = Model.from_pretrained("ada/model")
model.eval()
model.device()
