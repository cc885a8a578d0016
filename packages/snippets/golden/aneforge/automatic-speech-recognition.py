# Install
# pip install -U aneforge transformers torch soundfile

# Transcribe a recording
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import aneforge as af
import soundfile as sf

audio, _ = sf.read("your-audio.wav", dtype="float32")  # one channel at 16 kHz
print(af.load_whisper("ada/model").transcribe(audio))
