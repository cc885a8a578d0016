#!/usr/bin/env bash
set -eu

# Install
pip install -U huggingface_hub

# Download the model
export HF_ENDPOINT=https://hub.example.org
hf download ada/model --local-dir model
