#!/usr/bin/env bash
set -eu

# Install
pip install -U moshi_mlx

# Talk with it in the terminal
export HF_ENDPOINT=https://hub.example.org
python -m moshi_mlx.local -q 8 --hf-repo kyutai/moshiko-mlx-q8

# Or in the browser
export HF_ENDPOINT=https://hub.example.org
python -m moshi_mlx.local_web -q 8 --hf-repo kyutai/moshiko-mlx-q8
