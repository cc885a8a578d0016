# Install
# pip install -U git+https://github.com/Zyphra/Zonos.git torchaudio

# Speak a text in a voice
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import torch
import torchaudio
from zonos.conditioning import make_cond_dict
from zonos.model import Zonos

device = "cuda" if torch.cuda.is_available() else "cpu"
model = Zonos.from_pretrained("ada/Zonos-v0.1-hybrid", device=device)

wav, sampling_rate = torchaudio.load("your-voice.wav")
speaker = model.make_speaker_embedding(wav, sampling_rate)
conditions = make_cond_dict(text="The wind turned in the night.", speaker=speaker, language="en-us")
codes = model.generate(model.prepare_conditioning(conditions))
audio = model.autoencoder.decode(codes)[0].cpu()
torchaudio.save("output.wav", audio, model.autoencoder.sampling_rate)
