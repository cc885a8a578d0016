# Install
# pip install -U qwen-tts torch soundfile huggingface_hub

# Turn a recording into codes, and back
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import soundfile as sf
import torch
from huggingface_hub import snapshot_download
from qwen_tts import Qwen3TTSTokenizer

device = "cuda" if torch.cuda.is_available() else "cpu"
path = snapshot_download("ada/Qwen3-TTS-Tokenizer-12Hz")
tokenizer = Qwen3TTSTokenizer.from_pretrained(path, device_map=device)
codes = tokenizer.encode("your-audio.wav")
wavs, sample_rate = tokenizer.decode(codes)
sf.write("output.wav", wavs[0], sample_rate)
