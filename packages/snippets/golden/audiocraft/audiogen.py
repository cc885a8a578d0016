# Install
# pip install -U audiocraft

# Make sounds from descriptions
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from audiocraft.data.audio import audio_write
from audiocraft.models import AudioGen

model = AudioGen.get_pretrained("ada/model")
model.set_generation_params(duration=5)
descriptions = ["waves on a pebble beach", "a ship's bell in fog", "rain on a tin roof"]
for number, wav in enumerate(model.generate(descriptions)):
    audio_write(f"output-{number}", wav.cpu(), model.sample_rate, strategy="loudness")
