# Install
# pip install -U pruna imageio imageio-ffmpeg

# Run the pipeline
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from diffusers.utils import export_to_video
from pruna import PrunaModel

pipe = PrunaModel.from_pretrained("ada/film")
frames = pipe(prompt="The waves roll in slowly and the sails fill").frames[0]
export_to_video(frames, "output.mp4")
