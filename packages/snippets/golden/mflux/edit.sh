#!/usr/bin/env bash
set -eu

# Install
pip install -U mflux

# Change a picture
export HF_ENDPOINT=https://hub.example.org
mflux-generate-qwen-edit --model ada/qwen-image-edit-4bit --image-paths your-image.jpg --prompt 'Make it evening, with a lantern in the window' --output image.png
