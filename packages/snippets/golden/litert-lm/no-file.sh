#!/usr/bin/env bash
set -eu

# Install
pip install -U litert-lm

# Run the model in the terminal
export HF_ENDPOINT=https://hub.example.org
litert-lm run --from-huggingface-repo ada/model --prompt 'Which ocean is the deepest?'
