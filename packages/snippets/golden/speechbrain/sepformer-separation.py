# Install
# pip install -U speechbrain 'torch==2.11.*'

# Separate the voices of a recording
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from speechbrain.inference.separation import SepformerSeparation

model = SepformerSeparation.from_hparams("ada/speech")
sources = model.separate_file("your-audio.wav")
print(sources.shape)  # [1, samples, voices]
