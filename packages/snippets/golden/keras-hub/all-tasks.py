# Install
# pip install -U keras-hub keras jax huggingface_hub

# Use as TextToImage
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

os.environ.setdefault("KERAS_BACKEND", "jax")

import keras_hub

model = keras_hub.models.TextToImage.from_preset("hf://ada/gem", dtype="bfloat16")
images = model.generate("An old sea chart of an imaginary coast")

# Use as TextClassifier
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

os.environ.setdefault("KERAS_BACKEND", "jax")

import keras_hub

model = keras_hub.models.TextClassifier.from_preset("hf://ada/gem", num_classes=2)
model.fit(x=["A calm sea", "A heavy storm"], y=[0, 1])
print(model.predict(["A light breeze"]))

# Use as ImageClassifier
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

os.environ.setdefault("KERAS_BACKEND", "jax")

import keras
import keras_hub

model = keras_hub.models.ImageClassifier.from_preset("hf://ada/gem", num_classes=2)
model.fit(x=keras.random.randint((32, 64, 64, 3), 0, 256), y=keras.random.randint((32, 1), 0, 2))
print(model.predict(keras.random.randint((1, 64, 64, 3), 0, 256)))

# Use as ImageSegmenter
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

os.environ.setdefault("KERAS_BACKEND", "jax")

import keras_hub

model = keras_hub.models.ImageSegmenter.from_preset("hf://ada/gem")

# Load the backbone
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

os.environ.setdefault("KERAS_BACKEND", "jax")

import keras_hub

model = keras_hub.models.Backbone.from_preset("hf://ada/gem")
