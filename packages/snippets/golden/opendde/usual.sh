#!/usr/bin/env bash
set -eu

# Install
pip install -U opendde huggingface_hub

# Predict a structure
export HF_ENDPOINT=https://hub.example.org
hf download ada/folding --include opendde.pt --local-dir models
opendde doctor
opendde pred -i your-input.json -o output -n opendde_v1 --load_checkpoint_path models/opendde.pt
