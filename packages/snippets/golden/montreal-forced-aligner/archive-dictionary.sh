#!/usr/bin/env bash
set -eu

# Install
conda create -n aligner -c conda-forge montreal-forced-aligner
conda activate aligner

# Align recordings with what is said in them
export HF_ENDPOINT=https://hub.example.org
hf download ada/english --local-dir mfa-model
mfa align your-corpus mfa-model/english.dict mfa-model/english.zip your-output
