# Install
# pip install -U pruna

# Run it as a pipeline
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from pruna import PrunaModel

pipe = PrunaModel.from_pretrained("ada/hear")
print(pipe("your-audio.flac"))

# Load the model and what prepares its input
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from pruna import PrunaModel
from transformers import AutoFeatureExtractor

extractor = AutoFeatureExtractor.from_pretrained("ada/hear")
model = PrunaModel.from_pretrained("ada/hear")
