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

# Then run it in the terminal
cortiq run model.cmf --prompt 'Which ocean is the deepest?'

# Or serve it, with an OpenAI-compatible address
cortiq serve model.cmf --host 127.0.0.1 --port 8080
