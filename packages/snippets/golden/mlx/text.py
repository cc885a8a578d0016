# Install
# pip install -U mlx-lm

# Generate text
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from mlx_lm import generate, load

model, tokenizer = load("ada/model")
text = generate(model, tokenizer, prompt="Once upon a time", verbose=True)
