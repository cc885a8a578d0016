#!/usr/bin/env bash
set -eu

# Install
cargo install cortiq-cli

# Install
pip install -U huggingface_hub

# Download the model
export HF_ENDPOINT=https://hub.example.org
hf download ada/model --include "*.cmf" --local-dir .
ls *.cmf

# Then make a picture
cortiq imagine model.cmf --prompt 'A fox on a pebble beach, ink drawing' --out fox.ppm
