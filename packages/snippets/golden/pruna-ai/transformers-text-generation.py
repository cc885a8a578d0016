# Install
# pip install -U pruna

# Run it as a pipeline
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from pruna import PrunaModel

pipe = PrunaModel.from_pretrained("ada/stories")
print(pipe("Once upon a time", max_new_tokens=40))

# Load the model and what prepares its input
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from pruna import PrunaModel
from transformers import AutoTokenizer

tokenizer = AutoTokenizer.from_pretrained("ada/stories")
model = PrunaModel.from_pretrained("ada/stories")
