# Install
# git clone https://github.com/MiraPurkrabek/BBoxMaskPose.git
# cd BBoxMaskPose
# pip install openmim
# mim install mmengine "mmcv==2.1.0" "mmdet==3.3.0" "mmpretrain==1.2.0"
# pip install -r requirements.txt huggingface_hub
# pip install -e .

# Find the poses of people in boxes
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import torch
from huggingface_hub import hf_hub_download
from pmpose import PMPose

device = "cuda" if torch.cuda.is_available() else "cpu"
path = hf_hub_download("ada/poses", "PMPose/PMPose-b-1.0.0.pth")
model = PMPose(device=device, variant="PMPose-b")
model.load_from_file(path)

# a box around each person: left, top, right, bottom
keypoints, presence, visibility, heatmaps = model.predict("your-image.jpg", bboxes=[[100, 100, 300, 400]])
print(keypoints)
