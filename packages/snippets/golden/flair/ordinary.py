# Install
# pip install -U flair

# Tag a sentence
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from flair.data import Sentence
from flair.models import SequenceTagger

tagger = SequenceTagger.load("ada/model")
sentence = Sentence("The ship left Genoa on Monday.")
tagger.predict(sentence)
print(sentence)
