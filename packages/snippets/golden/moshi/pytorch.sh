#!/usr/bin/env bash
set -eu

# Install
pip install -U moshi

# Talk with it in the browser
export HF_ENDPOINT=https://hub.example.org
python -m moshi.server --hf-repo kyutai/moshiko-pytorch-bf16
