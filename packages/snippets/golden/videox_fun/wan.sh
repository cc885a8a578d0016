#!/usr/bin/env bash
set -eu

# Get the code, and work in its folder
git clone https://github.com/aigc-apps/VideoX-Fun.git
cd VideoX-Fun
pip install -r requirements.txt

# Install
pip install -U huggingface_hub

# Fetch the model and open its application
export HF_ENDPOINT=https://hub.example.org
hf download ada/Wan2.2-Fun-A14B-Control --local-dir models/Diffusion_Transformer/Wan2.2-Fun-A14B-Control
# opens at port 7860, for the whole network
python examples/wan2.2_fun/app.py
