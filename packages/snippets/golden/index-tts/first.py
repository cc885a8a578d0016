# Get the code, and work in its folder
# git clone https://github.com/index-tts/index-tts
# cd index-tts
# pip install -e .

# Install
# pip install -U huggingface_hub

# Speak with the voice of a recording
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from huggingface_hub import snapshot_download
from indextts.infer import IndexTTS

path = snapshot_download("ada/Index-TTS", local_dir="checkpoints")
model = IndexTTS(model_dir=path, cfg_path=f"{path}/config.yaml")
model.infer("your-voice.wav", "The tide turns at noon, and then we sail.", "speech.wav")
