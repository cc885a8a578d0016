# Install
# pip install -U git+https://github.com/ace-step/ACE-Step.git huggingface_hub

# Make a song
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from acestep.pipeline_ace_step import ACEStepPipeline
from huggingface_hub import snapshot_download

path = snapshot_download("ada/model")
pipeline = ACEStepPipeline(checkpoint_dir=path)
pipeline(
    prompt="sea shanty, accordion, slow, male choir",
    lyrics="[verse]\nThe wind has turned, we sail at dawn",
    audio_duration=30,
    save_path="./song.wav",
)
