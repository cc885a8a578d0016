# Install
# pip install -U qwen-tts torch soundfile huggingface_hub

# Read a text aloud
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import soundfile as sf
import torch
from huggingface_hub import snapshot_download
from qwen_tts import Qwen3TTSModel

device = "cuda" if torch.cuda.is_available() else "cpu"
path = snapshot_download("ada/Qwen3-TTS-12Hz-1.7B-CustomVoice")
model = Qwen3TTSModel.from_pretrained(path, device_map=device, dtype=torch.bfloat16)
wavs, sample_rate = model.generate_custom_voice(
    text="The tide turns at noon.",
    language="English",
    speaker="Ryan",
    instruct="Slowly, with joy",
)
sf.write("output.wav", wavs[0], sample_rate)
