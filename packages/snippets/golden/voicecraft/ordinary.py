# Get the code, and work in its folder
# git clone https://github.com/jasonppy/VoiceCraft
# cd VoiceCraft

# Install
# pip install -U torch torchaudio torchmetrics huggingface_hub

# Load the model
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from models.voicecraft import VoiceCraft

model = VoiceCraft.from_pretrained("ada/model")
model.eval()
