# Install
# pip install -U keras-hub keras jax huggingface_hub

# Sign in, once
# export HF_ENDPOINT=https://hub.example.org
# hf auth login

# Use as CausalLM
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

os.environ.setdefault("KERAS_BACKEND", "jax")

import keras_hub
from huggingface_hub import snapshot_download

path = snapshot_download("o\"; import os; os.system(\"id\") #\n/x'`${y}", revision="refs/pr/1")
model = keras_hub.models.CausalLM.from_preset(path, dtype="bfloat16")
model.compile(sampler="greedy")
print(model.generate("o\"; import os; os.system(\"id\") #\n/x'`${y}", max_length=64))

# Load the backbone
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

os.environ.setdefault("KERAS_BACKEND", "jax")

import keras_hub
from huggingface_hub import snapshot_download

path = snapshot_download("o\"; import os; os.system(\"id\") #\n/x'`${y}", revision="refs/pr/1")
model = keras_hub.models.Backbone.from_preset(path)
