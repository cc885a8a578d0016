#!/usr/bin/env bash
set -eu

# Install
pip install -U huggingface_hub

# Run the file as a server
export HF_ENDPOINT=https://hub.example.org
hf download ada/mood your-model.encoderfile --local-dir encoderfile
chmod +x encoderfile/your-model.encoderfile
encoderfile/your-model.encoderfile serve  # answers on http://localhost:8080
