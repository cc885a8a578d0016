# Install
# pip install -U git+https://github.com/cvg/LightGlue.git huggingface_hub

# Match points of two pictures
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import re

import torch
from huggingface_hub import hf_hub_download
from lightglue import LightGlue, SuperPoint, match_pair
from lightglue.utils import load_image

device = "cuda" if torch.cuda.is_available() else "cpu"
path = hf_hub_download("ada/matcher", "superpoint_lightglue.pth")
weights = torch.load(path, map_location="cpu", weights_only=True)
# older files name the layers the other way round
weights = {re.sub(r"^(self|cross)_attn\.(\d+)", r"transformers.\2.\1_attn", name): value for name, value in weights.items()}
matcher = LightGlue(features=None, input_dim=256)
matcher.load_state_dict(weights, strict=False)
matcher = matcher.eval().to(device)
extractor = SuperPoint(max_num_keypoints=2048).eval().to(device)

first = load_image("your-first-image.jpg").to(device)
second = load_image("your-second-image.jpg").to(device)
points_first, points_second, matches = match_pair(extractor, matcher, first, second)
found = matches["matches"]
print(points_first["keypoints"][found[:, 0]], points_second["keypoints"][found[:, 1]])
