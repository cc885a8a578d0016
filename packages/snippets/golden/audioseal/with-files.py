# Install
# pip install -U audioseal huggingface_hub torchaudio

# Put a watermark into a recording
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import torchaudio
from audioseal import AudioSeal
from huggingface_hub import hf_hub_download

path = hf_hub_download("ada/model", "generator_base.pth")
model = AudioSeal.load_generator(path, nbits=16)

wav, sample_rate = torchaudio.load("your-audio.wav")
wav = torchaudio.functional.resample(wav, sample_rate, 16000).mean(dim=0)[None, None]  # batch, channels, samples
watermarked = wav + model.get_watermark(wav, 16000)
torchaudio.save("watermarked.wav", watermarked[0].detach(), 16000)

# Then find it again
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import torchaudio
from audioseal import AudioSeal
from huggingface_hub import hf_hub_download

path = hf_hub_download("ada/model", "detector_base.pth")
detector = AudioSeal.load_detector(path, nbits=16)

wav, sample_rate = torchaudio.load("watermarked.wav")
result, message = detector.detect_watermark(wav[None], 16000)
print(result, message)
