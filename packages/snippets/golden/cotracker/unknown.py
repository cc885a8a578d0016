# Install
# pip install -U git+https://github.com/facebookresearch/co-tracker.git torch torchvision 'imageio[ffmpeg]' huggingface_hub

# Follow points through a film
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import imageio.v3 as iio
import torch
from cotracker.predictor import CoTrackerPredictor
from huggingface_hub import hf_hub_download

device = "cuda" if torch.cuda.is_available() else "cpu"
path = hf_hub_download("ada/cotracker3", "scaled_offline.pth")
frames = torch.from_numpy(iio.imread("your-video.mp4", plugin="FFMPEG"))
video = frames.permute(0, 3, 1, 2)[None].float().to(device)  # batch, time, channels, height, width

model = CoTrackerPredictor(checkpoint=path, v2=False, offline=True, window_len=60).to(device)
tracks, visible = model(video, grid_size=10)
print(tracks.shape, visible.shape)
