#!/usr/bin/env bash
set -eu

# Install
git clone https://github.com/tencent-ailab/songgeneration.git
cd songgeneration
pip install -r requirements.txt
pip install -r requirements_nodeps.txt --no-deps

# Install
pip install -U huggingface_hub

# Fetch the model and make songs of lyrics
export HF_ENDPOINT=https://hub.example.org
hf download ada/songs --include "ckpt/*" --include "third_party/*" --local-dir .
sh generate.sh ckpt/songgeneration_large sample/lyrics.jsonl output
