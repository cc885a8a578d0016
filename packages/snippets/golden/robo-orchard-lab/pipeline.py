# Install
# pip install -U robo-orchard-lab huggingface_hub

# Load the pipeline
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from pathlib import Path
from huggingface_hub import snapshot_download
from robo_orchard_lab.inference import InferencePipelineMixin

path = snapshot_download("ada/grasp")
pipeline = InferencePipelineMixin.load_pipeline(str(Path(path, "grasp_pipeline")))
pipeline.model.eval()
