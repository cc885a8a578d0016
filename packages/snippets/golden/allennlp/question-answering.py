# Install
# pip install -U allennlp allennlp-models

# Ask about a text
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from allennlp.predictors.predictor import Predictor

predictor = Predictor.from_path("hf://ada/model")
question = {
    "passage": "The ship left Genoa on Monday and reached Tunis on Thursday.",
    "question": "When did the ship reach Tunis?",
}
print(predictor.predict_json(question))
