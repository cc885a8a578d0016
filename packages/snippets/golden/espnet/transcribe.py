# Install
# pip install -U espnet espnet_model_zoo soundfile

# Transcribe a recording
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import soundfile
from espnet2.bin.asr_inference import Speech2Text

model = Speech2Text.from_pretrained("ada/harbour-ears")
speech, rate = soundfile.read("your-audio.wav")
text, *_ = model(speech)[0]
print(text)
