# Install
# pip install -U git+https://github.com/Stability-AI/stable-audio-3.git torchaudio

# Generate sound from a description
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import torchaudio
from stable_audio_3 import StableAudioModel
from stable_audio_3.model_configs import ModelConfig, all_models

all_models["this"] = ModelConfig("ada/model", "model_config.json", "model.safetensors")
model = StableAudioModel.from_pretrained("this")
audio = model.generate(prompt="Waves on a pebble beach, gulls far away", duration=10)
torchaudio.save("output.wav", audio[0].cpu(), model.model.sample_rate)
