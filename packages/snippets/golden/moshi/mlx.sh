#!/usr/bin/env bash
set -eu

# Install
pip install -U moshi_mlx

# Talk with it in the terminal
export HF_ENDPOINT=https://hub.example.org
python -m moshi_mlx.local --hf-repo kyutai/moshiko-mlx-bf16

# Or in the browser
export HF_ENDPOINT=https://hub.example.org
python -m moshi_mlx.local_web --hf-repo kyutai/moshiko-mlx-bf16
