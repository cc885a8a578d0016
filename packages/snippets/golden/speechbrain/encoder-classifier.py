# Install
# pip install -U speechbrain 'torch==2.11.*'

# Classify a recording
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from speechbrain.inference.classifiers import EncoderClassifier

model = EncoderClassifier.from_hparams("ada/speech")
probabilities, score, index, label = model.classify_file("your-audio.wav")
print(label, score)
