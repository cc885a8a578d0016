# Install
# pip install -U 'git+https://github.com/Google-Health/cxr-foundation.git#subdirectory=python' pillow

# Embed a chest X-ray
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from clientside.clients import make_hugging_face_client
from PIL import Image

image = Image.open("your-chest-x-ray.png").convert("L")
client = make_hugging_face_client("cxr_model")
print(client.get_image_embeddings_from_images([image]))
