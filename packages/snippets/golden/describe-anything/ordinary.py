# Install
# pip install -U git+https://github.com/NVlabs/describe-anything huggingface_hub pillow

# Describe a region of a picture
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from dam import DescribeAnythingModel
from huggingface_hub import snapshot_download
from PIL import Image

path = snapshot_download("ada/model")
model = DescribeAnythingModel(model_path=path, conv_mode="v1", prompt_mode="full+focal_crop").to("cuda")
image = Image.open("your-image.jpg").convert("RGB")
mask = Image.open("your-mask.png").convert("L")  # white where the region is
print(model.get_description(image, mask, "<image>\nWhat is to be seen in the marked region?"))
