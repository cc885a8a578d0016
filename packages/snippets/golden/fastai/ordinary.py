# Install
# pip install -U fastai 'huggingface_hub[fastai]'

# Load the learner
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from huggingface_hub import from_pretrained_fastai

learner = from_pretrained_fastai("ada/model")
print(learner.model)
