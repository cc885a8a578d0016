# Install
# pip install -U zeromodels jax

# Load the model
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import os

os.environ.setdefault("KERAS_BACKEND", "jax")  # or torch, or tensorflow

from zeromodels import AutoZModel

model = AutoZModel.from_weights("ada/model")
print(type(model))
