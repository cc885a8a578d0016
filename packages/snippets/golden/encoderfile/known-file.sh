#!/usr/bin/env bash
set -eu

# Install
pip install -U huggingface_hub

# Run the file as a server
export HF_ENDPOINT=https://hub.example.org
hf download ada/mood mood.encoderfile --local-dir encoderfile
chmod +x encoderfile/mood.encoderfile
encoderfile/mood.encoderfile serve  # answers on http://localhost:8080
