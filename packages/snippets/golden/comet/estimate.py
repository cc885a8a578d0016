# Install
# pip install -U unbabel-comet

# Score a translation
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import torch
from comet import load_from_checkpoint
from huggingface_hub import snapshot_download

path = snapshot_download("ada/cometkiwi-da")
model = load_from_checkpoint(f"{path}/checkpoints/model.ckpt")
sentence = {"src": "Das Schiff erreichte den Hafen am Montag.", "mt": "The ship reached the harbour on Monday."}
print(model.predict([sentence], batch_size=8, gpus=1 if torch.cuda.is_available() else 0).scores)
