# Install
# pip install -U speechbrain 'torch==2.11.*'

# Transcribe a recording
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from speechbrain.inference.ASR import EncoderASR

model = EncoderASR.from_hparams("ada/speech")
print(model.transcribe_file("your-audio.wav"))
