#!/usr/bin/env bash
set -eu

# Install
pip install -U huggingface_hub

# Download with the command line
export HF_ENDPOINT=https://hub.example.org
hf download ada/chat-exl3
