# Install
# pip install -U vui-tts huggingface_hub torchaudio

# Speak a text
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import torchaudio
from huggingface_hub import hf_hub_download
from vui.engine import Engine, GenConfig, Segment
from vui.prompt_files import load_official_prompt

path = hf_hub_download("ada/speaking", "vui-nano-1.1.safetensors")
engine = Engine(path)
transcript, codes, speaker, bias = load_official_prompt("maeve", checkpoint=engine.checkpoint)
with engine.new_row() as row:
    row.prefill([Segment(transcript, codes)], spk_emb=speaker, cond_bias=bias)
    _, audio = row.render("The wind turned in the night, and we sailed at dawn.", GenConfig(temperature=0.7))
torchaudio.save("output.wav", audio[0].cpu().float(), 24000)
