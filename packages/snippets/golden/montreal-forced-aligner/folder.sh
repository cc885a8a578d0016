#!/usr/bin/env bash
set -eu

# Install
conda create -n aligner -c conda-forge montreal-forced-aligner
conda activate aligner

# Align recordings with what is said in them
export HF_ENDPOINT=https://hub.example.org
mfa align_hf your-corpus ada/english your-output
