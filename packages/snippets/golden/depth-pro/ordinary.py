# Install
# pip install -U git+https://github.com/apple/ml-depth-pro.git huggingface_hub

# Estimate the depth of a picture, in metres
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from dataclasses import replace

import depth_pro
from depth_pro.depth_pro import DEFAULT_MONODEPTH_CONFIG_DICT
from huggingface_hub import hf_hub_download

path = hf_hub_download("ada/model", "depth_pro.pt")
config = replace(DEFAULT_MONODEPTH_CONFIG_DICT, checkpoint_uri=path)
model, transform = depth_pro.create_model_and_transforms(config=config)
model.eval()

image, _, f_px = depth_pro.load_rgb("your-image.jpg")
prediction = model.infer(transform(image), f_px=f_px)
print(prediction["depth"])  # in metres
print(prediction["focallength_px"])  # in pixels
