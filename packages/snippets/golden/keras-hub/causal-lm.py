# Install
# pip install -U keras-hub keras jax huggingface_hub

# Use as CausalLM
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

os.environ.setdefault("KERAS_BACKEND", "jax")

import keras_hub

model = keras_hub.models.CausalLM.from_preset("hf://ada/gem", dtype="bfloat16")
model.compile(sampler="greedy")
print(model.generate("Once upon a time", max_length=64))

# Load the backbone
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

os.environ.setdefault("KERAS_BACKEND", "jax")

import keras_hub

model = keras_hub.models.Backbone.from_preset("hf://ada/gem")
