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
from indextts.infer_v2 import IndexTTS2

path = snapshot_download("ada/voices", local_dir="checkpoints")
model = IndexTTS2(model_dir=path, cfg_path=f"{path}/config.yaml")
model.infer(spk_audio_prompt="your-voice.wav", text="The tide turns at noon, and then we sail.", output_path="speech.wav")
