# Install
# pip install -U git+https://github.com/Arabic-Clip/Araclip huggingface_hub

# Load the model
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from araclip import AraClip

model = AraClip.from_pretrained("ada/model")
