# Install
# pip install -U espnet espnet_model_zoo soundfile

# Speak a sentence
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import soundfile
from espnet2.bin.tts_inference import Text2Speech

model = Text2Speech.from_pretrained("ada/harbour-voice")
speech = model("The ship left the harbour at dawn.")["wav"]
soundfile.write("speech.wav", speech.cpu().numpy(), model.fs)
