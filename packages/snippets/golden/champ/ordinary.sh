#!/usr/bin/env bash
set -eu

# Get the code, and work in its folder
git clone https://github.com/fudan-generative-vision/champ
cd champ
pip install -r requirements.txt

# Fetch the models and animate a picture
export HF_ENDPOINT=https://hub.example.org
hf download ada/model --local-dir pretrained_models
python inference.py --config configs/inference/inference.yaml
