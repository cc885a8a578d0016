#!/usr/bin/env bash
set -eu

# Install
pip install -U mlagents

# Download the trained agent
export HF_ENDPOINT=https://hub.example.org
mlagents-load-from-hf --repo-id=ada/model --local-dir=./downloads
