# Install
# pip install -U paddleocr paddlepaddle huggingface_hub

# Run it on a picture
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from huggingface_hub import snapshot_download
from paddleocr import TextImageUnwarping

path = snapshot_download("ada/UVDoc")
model = TextImageUnwarping(model_name="UVDoc", model_dir=path)
for result in model.predict(input="your-image.png", batch_size=1):
    result.print()
    result.save_to_img(save_path="output")
    result.save_to_json(save_path="output/result.json")
