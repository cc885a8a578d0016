# Install
# pip install -U stable-audio-tools

# Generate sound from a description
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import torch
import torchaudio
from einops import rearrange
from stable_audio_tools import get_pretrained_model
from stable_audio_tools.inference.generation import generate_diffusion_cond

device = "cuda" if torch.cuda.is_available() else "cpu"
model, config = get_pretrained_model("ada/model")
sample_rate = config["sample_rate"]
sample_size = config["sample_size"]
model = model.to(device)

conditioning = [{"prompt": "Waves on a pebble beach, gulls far away", "seconds_start": 0, "seconds_total": 10}]
output = generate_diffusion_cond(model, conditioning=conditioning, sample_size=sample_size, device=device)

output = rearrange(output, "b d n -> d (b n)").to(torch.float32)
output = output.div(output.abs().max()).clamp(-1, 1).mul(32767).to(torch.int16).cpu()
torchaudio.save("output.wav", output, sample_rate)
