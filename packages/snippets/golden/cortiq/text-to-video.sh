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

# Then make a film
cortiq animate model.cmf --prompt 'Waves roll onto a pebble beach' --out clip.avi
