# Install
# pip install -U speechbrain 'torch==2.11.*'

# Load the modules
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from speechbrain.inference.interfaces import Pretrained

model = Pretrained.from_hparams("ada/speech")
print(model.mods)
