# Install
# pip install -U git+https://github.com/nari-labs/dia soundfile

# Speak a dialogue
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import soundfile as sf
from dia.model import Dia

model = Dia.from_pretrained("ada/model")
audio = model.generate("[S1] When does the tide turn? [S2] At noon, and then we sail.")
sf.write("dialogue.wav", audio, 44100)
