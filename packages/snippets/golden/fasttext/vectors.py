# Install
# pip install -U fasttext huggingface_hub

# Load the model
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import fasttext
from huggingface_hub import hf_hub_download

model = fasttext.load_model(hf_hub_download("ada/words", "model.bin"))
print(model.get_word_vector("harbour").shape)
