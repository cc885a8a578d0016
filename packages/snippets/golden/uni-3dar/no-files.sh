#!/usr/bin/env bash
set -eu

# Install
git clone https://github.com/dptech-corp/Uni-3DAR.git
cd Uni-3DAR
pip install git+https://github.com/dptech-corp/Uni-Core.git

# Install
pip install -U huggingface_hub

# Fetch the model and make small molecules
export HF_ENDPOINT=https://hub.example.org
hf download ada/molecules qm9.pt --local-dir weights
num_samples=100 bash scripts/inference_qm9.sh weights/qm9.pt
