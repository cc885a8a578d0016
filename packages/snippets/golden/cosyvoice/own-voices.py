# Install
# git clone --recursive https://github.com/FunAudioLLM/CosyVoice.git
# cd CosyVoice
# pip install -r requirements.txt

# Speak a text
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import sys

sys.path.append("third_party/Matcha-TTS")
import torchaudio
from cosyvoice.cli.cosyvoice import AutoModel
from huggingface_hub import snapshot_download

path = snapshot_download("ada/CosyVoice-300M-SFT")
model = AutoModel(model_dir=path)
voice = model.list_available_spks()[0]
for number, result in enumerate(model.inference_sft("The wind turned in the night, and we sailed at dawn.", voice)):
    torchaudio.save(f"output-{number}.wav", result["tts_speech"], model.sample_rate)
