# Install
# pip install -U allennlp allennlp-models

# Load the model
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from allennlp.predictors.predictor import Predictor

predictor = Predictor.from_path("hf://ada/model")
