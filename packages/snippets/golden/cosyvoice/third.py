# Install
# git clone --recursive https://github.com/FunAudioLLM/CosyVoice.git
# cd CosyVoice
# pip install -r requirements.txt

# Speak with the voice of a recording
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import sys

sys.path.append("third_party/Matcha-TTS")
import torchaudio
from cosyvoice.cli.cosyvoice import AutoModel
from huggingface_hub import snapshot_download

path = snapshot_download("ada/CosyVoice3-0.5B")
model = AutoModel(model_dir=path)
said = "Speak clearly.<|endofprompt|>" + "what is said in your recording"
for number, result in enumerate(model.inference_zero_shot("The wind turned in the night, and we sailed at dawn.", said, "your-voice.wav")):
    torchaudio.save(f"output-{number}.wav", result["tts_speech"], model.sample_rate)
