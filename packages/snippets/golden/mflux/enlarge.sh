#!/usr/bin/env bash
set -eu

# Install
pip install -U mflux

# Make a picture larger
export HF_ENDPOINT=https://hub.example.org
mflux-upscale-seedvr2 --model ada/seedvr2-3b-4bit --image-path your-image.jpg --output image.png
