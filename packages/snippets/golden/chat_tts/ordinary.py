# Install
# pip install -U ChatTTS huggingface_hub 'torch==2.11.*' soundfile

# Speak a text
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import ChatTTS
import soundfile
from huggingface_hub import snapshot_download

path = snapshot_download("ada/model")
chat = ChatTTS.Chat()
chat.load(source="custom", custom_path=path, compile=False)

wavs = chat.infer(["The wind turned in the night, and we sailed at dawn."])
soundfile.write("output.wav", wavs[0].reshape(-1), 24000)
