# Install
# pip install -U tensorflow huggingface_hub

# Embed a picture of skin
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from pathlib import Path

import tensorflow as tf
from huggingface_hub import snapshot_download

picture = Path("your-skin-picture.png").read_bytes()
feature = tf.train.Feature(bytes_list=tf.train.BytesList(value=[picture]))
example = tf.train.Example(features=tf.train.Features(feature={"image/encoded": feature})).SerializeToString()

path = snapshot_download("ada/model")
model = tf.saved_model.load(path)
infer = model.signatures["serving_default"]
output = infer(inputs=tf.constant([example]))
print(output["embedding"].numpy().flatten())
