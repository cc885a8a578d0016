# Install
# pip install -U speechbrain 'torch==2.11.*'

# Tell whether one person speaks in both recordings
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from speechbrain.inference.speaker import SpeakerRecognition

model = SpeakerRecognition.from_hparams("ada/speech")
score, same = model.verify_files("your-audio.wav", "another-audio.wav")
print(score, same)
