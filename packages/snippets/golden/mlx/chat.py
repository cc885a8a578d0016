# Install
# pip install -U mlx-lm

# Generate text
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from mlx_lm import generate, load

model, tokenizer = load("ada/model")
messages = [{"role": "user", "content": "Which ocean is the deepest?"}]
prompt = tokenizer.apply_chat_template(messages, add_generation_prompt=True)
text = generate(model, tokenizer, prompt=prompt, verbose=True)
