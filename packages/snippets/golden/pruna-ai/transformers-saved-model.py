# Install
# pip install -U pruna

# Load the model and what prepares its input
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from pruna import PrunaModel
from transformers import AutoTokenizer

tokenizer = AutoTokenizer.from_pretrained("ada/stories")
model = PrunaModel.from_pretrained("ada/stories")
