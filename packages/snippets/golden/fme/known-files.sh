#!/usr/bin/env bash
set -eu

# Install
pip install -U fme huggingface_hub

# Run the emulator
export HF_ENDPOINT=https://hub.example.org
hf download ada/climate --local-dir fme-model
# In the configuration, checkpoint_path is fme-model/ace_ckpt.tar; the other paths lead to your data
python -m fme.ace.inference fme-model/inference_config.yaml
