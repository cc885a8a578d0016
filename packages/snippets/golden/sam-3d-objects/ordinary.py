# Get the code, and work in its folder
# git clone https://github.com/facebookresearch/sam-3d-objects
# cd sam-3d-objects
# pip install -e '.[p3d,inference]'

# Install
# pip install -U 'huggingface_hub<1'

# Rebuild a thing of a picture in 3D
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import sys

from huggingface_hub import snapshot_download

sys.path.append("notebook")  # a folder of the checkout
from inference import Inference, load_image, load_mask

path = snapshot_download("ada/model", allow_patterns=["checkpoints/*"])
inference = Inference(f"{path}/checkpoints/pipeline.yaml", compile=False)
image = load_image("your-image.png")
mask = load_mask("your-mask.png")  # what to rebuild
output = inference(image, mask, seed=42)
output["gs"].save_ply("output.ply")
