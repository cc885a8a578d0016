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

# Then make a song
cortiq music model.cmf --prompt 'a slow shanty with accordion' --lyrics 'The wind has turned, we sail at dawn' --seconds 20 --out song.wav
