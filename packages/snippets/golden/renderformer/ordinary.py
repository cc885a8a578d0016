# Get the code, and work in its folder
# git clone https://github.com/microsoft/renderformer
# cd renderformer
# pip install -r requirements.txt

# Install
# pip install -U torch h5py imageio huggingface_hub

# Render a scene
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import h5py
import imageio.v3 as iio
import torch
from huggingface_hub import snapshot_download
from renderformer import RenderFormerRenderingPipeline

device = torch.device("cuda" if torch.cuda.is_available() else "mps" if torch.backends.mps.is_available() else "cpu")
path = snapshot_download("ada/model")
pipeline = RenderFormerRenderingPipeline.from_pretrained(path)
pipeline.to(device)

# a scene of your own becomes such a file with scene_processor/convert_scene.py
with h5py.File("your-scene.h5") as file:
    scene = {name: torch.tensor(file[name][()]).float()[None].to(device) for name in ("triangles", "texture", "vn", "c2w", "fov")}
images = pipeline(
    triangles=scene["triangles"],
    texture=scene["texture"],
    mask=torch.ones(scene["triangles"].shape[:2], dtype=torch.bool, device=device),
    vn=scene["vn"],
    c2w=scene["c2w"],
    fov=scene["fov"].unsqueeze(-1),
    resolution=512,
    torch_dtype=torch.float16 if device.type == "cuda" else torch.float32,
)
iio.imwrite("output.png", (images[0, 0].clamp(0, 1) * 255).byte().cpu().numpy())
