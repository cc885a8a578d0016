#!/usr/bin/env bash
set -eu

# Install
pip install -U sample-factory huggingface_hub

# Watch the agent
export HF_ENDPOINT=https://hub.example.org
hf download ada/model --local-dir ./train_dir/model
# the environment that it was trained in, as cfg.json names it, and the script that shows it
python -m sf_examples.vizdoom.enjoy_vizdoom --env=doom_basic --train_dir=./train_dir --experiment=model
