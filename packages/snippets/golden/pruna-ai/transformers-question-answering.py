# Install
# pip install -U pruna 'transformers<5'

# Run it as a pipeline
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from pruna import PrunaModel

pipe = PrunaModel.from_pretrained("ada/ask")
print(pipe(question="Where is the harbour?", context="The harbour is in the north of the island."))

# Load the model and what prepares its input
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from pruna import PrunaModel
from transformers import AutoTokenizer

tokenizer = AutoTokenizer.from_pretrained("ada/ask")
model = PrunaModel.from_pretrained("ada/ask")
