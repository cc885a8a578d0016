#!/usr/bin/env bash
set -eu

# Install
pip install -U htrflow

# Run a pipeline from the command line
# In the pipeline, a step's model_settings name this model: ada/letters
export HF_ENDPOINT=https://hub.example.org
htrflow pipeline your-pipeline.yaml your-page.jpg
