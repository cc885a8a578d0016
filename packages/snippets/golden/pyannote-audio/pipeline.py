# Install
# pip install -U pyannote.audio

# Run the pipeline on a recording
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from pyannote.audio import Audio, Pipeline
from pyannote.core import Segment

pipeline = Pipeline.from_pretrained("ada/diarization")
print(pipeline("your-audio.wav"))

# a part of it: from 2 to 5 seconds
waveform, sample_rate = Audio().crop("your-audio.wav", Segment(start=2.0, end=5.0))
print(pipeline({"waveform": waveform, "sample_rate": sample_rate}))
