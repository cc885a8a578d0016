#!/usr/bin/env bash
set -eu

# Install
pip install -U jev-style

# Build the scorer, once
export HF_ENDPOINT=https://hub.example.org
hf download ada/decider-gguf build_jev_score.sh jev_score.cpp --local-dir jev-score
git clone https://github.com/ggml-org/llama.cpp
export JEV_SCORE_BIN="$(sh jev-score/build_jev_score.sh llama.cpp | tail -n 1)"
