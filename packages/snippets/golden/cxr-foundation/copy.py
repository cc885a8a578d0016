# Install
# pip install -U 'git+https://github.com/Google-Health/cxr-foundation.git#subdirectory=python' pillow

# Embed a chest X-ray
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import tensorflow as tf
from clientside.clients import HuggingFaceCxrClient
from huggingface_hub import snapshot_download
from PIL import Image

folders = ["elixr-c-v2-pooled/*", "pax-elixr-b-text/*"]
path = snapshot_download("ada/x-rays", allow_patterns=folders)
images = tf.saved_model.load(f"{path}/elixr-c-v2-pooled")
both = tf.saved_model.load(f"{path}/pax-elixr-b-text")

image = Image.open("your-chest-x-ray.png").convert("L")
client = HuggingFaceCxrClient(None, images, both)  # None: what would read texts
print(client.get_image_embeddings_from_images([image]))
