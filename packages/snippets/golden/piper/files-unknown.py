# Install
# pip install -U piper-tts huggingface_hub

# Read a text aloud
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import wave

from huggingface_hub import hf_hub_download
from piper import PiperVoice

model = hf_hub_download("ada/voice", "your-voice.onnx")
config = hf_hub_download("ada/voice", "your-voice.onnx.json")
voice = PiperVoice.load(model, config_path=config)
with wave.open("output.wav", "wb") as file:
    voice.synthesize_wav("The tide turns at noon.", file)
