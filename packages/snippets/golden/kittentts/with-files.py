# Install
# pip install -U kittentts huggingface_hub soundfile

# Speak a text
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import soundfile as sf
from huggingface_hub import hf_hub_download
from kittentts import KittenTTS

model_path = hf_hub_download("ada/model", "kitten_tts_nano_v0_1.onnx")
voices_path = hf_hub_download("ada/model", "voices.npz")
tts = KittenTTS(model_path=model_path, voices_path=voices_path)
audio = tts.generate("The wind turned in the night, and we sailed at dawn.")
sf.write("output.wav", audio, 24000)
