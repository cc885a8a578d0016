#!/usr/bin/env bash
set -eu

# Install
pip install -U mflux

# Draw a picture
export HF_ENDPOINT=https://hub.example.org
mflux-generate-z-image-turbo --model ada/z-image-turbo-4bit --prompt 'A lighthouse on a rocky coast in the evening, oil on canvas' --output image.png
