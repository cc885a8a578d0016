# Get the code, and work in its folder
# git clone https://github.com/Camb-ai/MARS5-TTS
# cd MARS5-TTS
# pip install -r requirements.txt

# Load the model
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from inference import Mars5TTS

mars5 = Mars5TTS.from_pretrained("ada/model")
