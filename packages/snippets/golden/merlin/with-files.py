# Install
# pip install -U merlin-vlm

# Embed a CT scan
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import torch
from huggingface_hub import hf_hub_download
from merlin.data.monai_transforms import ImageTransforms
from merlin.models.build import MerlinArchitecture

device = "cuda" if torch.cuda.is_available() else "cpu"
path = hf_hub_download("ada/scans", "i3_resnet_scans_clip.pt")
model = MerlinArchitecture(ImageEmbedding=True)
model.load_state_dict(torch.load(path, map_location="cpu", weights_only=True))
model = model.eval().to(device)

# a CT scan of an abdomen, as a NIfTI file
scan = ImageTransforms({"image": "your-scan.nii.gz"})["image"].unsqueeze(0)
with torch.no_grad():
    embedding = model(scan.to(device))
print(embedding[0].shape)
