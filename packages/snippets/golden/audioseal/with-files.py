# Install
# pip install -U audioseal huggingface_hub librosa soundfile

# Put a watermark into a recording
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import librosa
import soundfile
import torch
from audioseal import AudioSeal
from huggingface_hub import hf_hub_download

path = hf_hub_download("ada/model", "generator_base.pth")
model = AudioSeal.load_generator(path, nbits=16)

wav, _ = librosa.load("your-audio.wav", sr=16000)
wav = torch.from_numpy(wav)[None, None]  # batch, channels, samples
watermarked = wav + model.get_watermark(wav, 16000)
soundfile.write("watermarked.wav", watermarked[0, 0].detach().numpy(), 16000)

# Then find it again
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import librosa
import torch
from audioseal import AudioSeal
from huggingface_hub import hf_hub_download

path = hf_hub_download("ada/model", "detector_base.pth")
detector = AudioSeal.load_detector(path, nbits=16)

wav, _ = librosa.load("watermarked.wav", sr=16000)
result, message = detector.detect_watermark(torch.from_numpy(wav)[None, None], 16000)
print(result, message)
