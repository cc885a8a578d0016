# Get the code, and work in its folder
# git clone https://github.com/Phantom-video/Phantom
# cd Phantom
# pip install -r requirements.txt

# Install
# pip install -U huggingface_hub

# Make a video of what a picture shows
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from generate import load_ref_images
from huggingface_hub import snapshot_download
from phantom_wan import Phantom_Wan_S2V
from phantom_wan.configs import SIZE_CONFIGS, WAN_CONFIGS
from phantom_wan.utils.utils import cache_video

# the text encoder and the decoder of the pictures are those of Wan 2.1
base = snapshot_download("Wan-AI/Wan2.1-T2V-1.3B")
path = snapshot_download("ada/phantom")
config = WAN_CONFIGS["s2v-1.3B"]
size = SIZE_CONFIGS["832*480"]
model = Phantom_Wan_S2V(config=config, checkpoint_dir=base, phantom_ckpt=f"{path}/Phantom-Wan-1.3B.pth")
video = model.generate(
    "A child in a yellow raincoat feeds gulls at the harbour",
    load_ref_images("your-image.png", size),
    size=size,
    frame_num=81,
)
cache_video(tensor=video[None], save_file="output.mp4", fps=config.sample_fps, nrow=1, normalize=True, value_range=(-1, 1))
