# Install
# pip install -U 'magenta-rt[jax]'

# Make four seconds of music
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from huggingface_hub import snapshot_download
from magenta_rt import paths
from magenta_rt.config import MUSICCOCA
from magenta_rt.jax.system import MagentaRT2System

path = snapshot_download("ada/music", allow_patterns=["resources/*", "checkpoints/mrt2_small.safetensors"])
paths.set_magenta_home(path)
model = MagentaRT2System(size="mrt2_small")

style = model.embed_style("A slow shanty on an accordion, waves in the distance", use_mapper=True)
waveform, state = model.generate(conditioning={MUSICCOCA.key: style}, frames=100)  # 25 frames a second
waveform.write("music.wav")
