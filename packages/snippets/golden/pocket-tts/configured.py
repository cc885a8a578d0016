# Install
# pip install -U pocket-tts scipy huggingface_hub

# Read a text aloud, in a voice of your own
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import scipy.io.wavfile
from huggingface_hub import hf_hub_download
from pocket_tts import TTSModel

config = hf_hub_download("ada/pocket-tts-harbour", "config.yaml")
model = TTSModel.load_model(config=config)
voice = model.get_state_for_audio_prompt("your-voice.wav")
audio = model.generate_audio(voice, "The tide turns at noon.")
scipy.io.wavfile.write("output.wav", model.sample_rate, audio.numpy())
