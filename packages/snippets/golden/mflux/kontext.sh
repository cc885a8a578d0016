#!/usr/bin/env bash
set -eu

# Install
pip install -U mflux

# Change a picture
export HF_ENDPOINT=https://hub.example.org
mflux-generate-kontext --model ada/flux-kontext-8bit --image your-image.jpg --prompt 'Make it evening, with a lantern in the window' --output image.png
