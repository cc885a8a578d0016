#!/usr/bin/env bash
set -eu

# Install
pip install -U intellifold huggingface_hub

# Predict a structure
export HF_ENDPOINT=https://hub.example.org
hf download ada/folds --local-dir intellifold-cache
intellifold predict your-molecules.yaml --cache intellifold-cache --model v1 --out_dir predictions
