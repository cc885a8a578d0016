# Install
# pip install -U pyannote.audio

# Run the model on a recording
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from pyannote.audio import Inference, Model
from pyannote.core import Segment

model = Model.from_pretrained("ada/segmentation")
inference = Inference(model)
print(inference("your-audio.wav"))

# a part of it: from 2 to 5 seconds
print(inference.crop("your-audio.wav", Segment(start=2.0, end=5.0)))
