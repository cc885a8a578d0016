# Get the code, and work in its folder
# git clone https://github.com/MCG-NJU/VFIMamba
# cd VFIMamba
# pip install -r requirements.txt

# Load the model
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import config
from Trainer_finetune import Model

config.MODEL_CONFIG["LOGNAME"] = "VFIMamba"
config.MODEL_CONFIG["MODEL_ARCH"] = config.init_model_config(F=32, depth=[2, 2, 2, 3, 3])
model = Model(-1)
model.from_pretrained("ada/VFIMamba")
model.eval()
model.device()
