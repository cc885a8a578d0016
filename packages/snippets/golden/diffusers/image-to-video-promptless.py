# Install
# pip install -U diffusers transformers accelerate torch imageio imageio-ffmpeg

# Run the pipeline
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import torch
from diffusers import DiffusionPipeline
from diffusers.utils import export_to_video, load_image

device = "cuda" if torch.cuda.is_available() else "mps" if torch.backends.mps.is_available() else "cpu"
pipe = DiffusionPipeline.from_pretrained("ada/motion", dtype=torch.bfloat16).to(device)
frames = pipe(image=load_image("your-image.png")).frames[0]
export_to_video(frames, "output.mp4")
