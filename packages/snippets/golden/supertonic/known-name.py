# Install
# pip install -U supertonic huggingface_hub soundfile

# Speak a text
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from huggingface_hub import snapshot_download
from supertonic import TTS

path = snapshot_download("ada/supertonic-2")
tts = TTS(model="supertonic-2", model_dir=path, auto_download=False)
style = tts.get_voice_style("M1")
wav, duration = tts.synthesize("The wind turned in the night, and we sailed at dawn.", voice_style=style)
tts.save_audio(wav, "output.wav")
