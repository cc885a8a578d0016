#!/usr/bin/env bash
set -eu

# Install
pip install -U mflux

# Draw a picture
export HF_ENDPOINT=https://hub.example.org
mflux-generate --base-model dev --model ada/my-coast --prompt 'A lighthouse on a rocky coast in the evening, oil on canvas' --output image.png
