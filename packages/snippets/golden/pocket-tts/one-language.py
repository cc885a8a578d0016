# Install
# pip install -U pocket-tts scipy

# Read a text aloud
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import scipy.io.wavfile
from pocket_tts import TTSModel

model = TTSModel.load_model(language="german")
voice = model.get_state_for_audio_prompt("alba")
audio = model.generate_audio(voice, "The tide turns at noon.")
scipy.io.wavfile.write("output.wav", model.sample_rate, audio.numpy())
