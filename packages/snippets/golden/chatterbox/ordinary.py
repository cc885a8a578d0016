# Install
# pip install -U chatterbox-tts huggingface_hub torchaudio

# Speak a text
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import torch
import torchaudio as ta
from chatterbox.tts import ChatterboxTTS
from huggingface_hub import snapshot_download

device = "cuda" if torch.cuda.is_available() else "cpu"
path = snapshot_download("ada/model")
model = ChatterboxTTS.from_local(path, device)

wav = model.generate("The wind turned in the night, and we sailed at dawn.")
ta.save("output.wav", wav, model.sr)

# the same in another voice
wav = model.generate("The wind turned in the night, and we sailed at dawn.", audio_prompt_path="your-voice.wav")
ta.save("output-in-your-voice.wav", wav, model.sr)
