# Install
# pip install -U vismatch

# Match two pictures
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import torch
from vismatch import get_matcher
from vismatch.viz import plot_matches

device = "cuda" if torch.cuda.is_available() else "cpu"
matcher = get_matcher("model", device=device)
first = matcher.load_image("your-first-image.jpg", resize=512)
second = matcher.load_image("your-second-image.jpg", resize=512)
result = matcher(first, second)
print(result["num_inliers"])
plot_matches(first, second, result, save_path="matches.png")
