# Install
# pip install -U speechbrain 'torch==2.11.*'

# Clean a recording
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from speechbrain.inference.enhancement import WaveformEnhancement

model = WaveformEnhancement.from_hparams("ada/speech")
model.enhance_file("your-audio.wav", output_filename="output.wav")
