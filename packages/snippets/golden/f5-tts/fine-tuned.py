# Install
# pip install -U f5-tts huggingface_hub

# Speak with the voice of a recording
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from f5_tts.api import F5TTS
from huggingface_hub import hf_hub_download

weights = hf_hub_download("ada/speaking-norwegian", "model_last.pt")
vocabulary = hf_hub_download("ada/speaking-norwegian", "vocab.txt")
model = F5TTS("F5TTS_v1_Base", ckpt_file=weights, vocab_file=vocabulary)
model.infer(
    ref_file="your-voice.wav",
    ref_text="what is said in your recording",
    gen_text="The wind turned in the night, and we sailed at dawn.",
    file_wave="output.wav",
)
