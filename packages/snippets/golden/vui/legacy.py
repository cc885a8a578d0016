# Install
# pip install -U vui-tts huggingface_hub torchaudio

# Speak a text with a model of the first generation
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import torchaudio
from huggingface_hub import hf_hub_download
from vui.legacy import Vui, render

path = hf_hub_download("ada/model", "vui-cohost-100m.pt")
model = Vui.from_pretrained(path).eval()
audio = render(model, "The wind turned in the night, and we sailed at dawn.")
torchaudio.save("output.wav", audio[0].cpu(), 22050)
