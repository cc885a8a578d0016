# Install
# pip install -U cartesia-mlx

# Generate text
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import cartesia_mlx as cmx
import mlx.core as mx

model = cmx.from_pretrained("ada/model")
model.set_dtype(mx.float32)

pieces = model.generate(
    "Once upon a time",
    max_tokens=500,
    eval_every_n=5,
    verbose=True,
    top_p=0.99,
    temperature=0.85,
)
for piece in pieces:
    print(piece, end="", flush=True)
