#!/usr/bin/env bash
set -eu

# Install
pip install -U litert-lm

# Run the model in the terminal
export HF_ENDPOINT=https://hub.example.org
litert-lm run --from-huggingface-repo ada/model gemma3-1b-it-int4.litertlm --prompt 'Which ocean is the deepest?'
