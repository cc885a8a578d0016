# Install
# pip install -U 'anemoi-inference[huggingface]'

# Make a runner of the checkpoint
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from anemoi.inference.config.run import RunConfiguration
from anemoi.inference.runners.default import DefaultRunner

config = RunConfiguration(checkpoint={"huggingface": {"repo_id": "ada/model", "filename": "forecast-n320.ckpt"}})
runner = DefaultRunner(config)
