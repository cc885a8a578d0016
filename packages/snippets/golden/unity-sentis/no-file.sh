#!/usr/bin/env bash
set -eu

# Install
pip install -U huggingface_hub

# Fetch the model, in the folder of your project
export HF_ENDPOINT=https://hub.example.org
hf download ada/model your-model.sentis --local-dir Assets/StreamingAssets
