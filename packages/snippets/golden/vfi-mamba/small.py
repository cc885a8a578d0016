# Get the code, and work in its folder
# git clone https://github.com/MCG-NJU/VFIMamba
# cd VFIMamba
# pip install -r requirements.txt

# Load the model
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from Trainer_finetune import Model

model = Model(-1)
model.from_pretrained("ada/VFIMamba_S")
model.eval()
model.device()
