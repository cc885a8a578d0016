#!/usr/bin/env bash
set -eu

# Install
curl -fsSL https://dl.openasr.org/install.sh | sh

# Install
pip install -U huggingface_hub

# Transcribe a recording
export HF_ENDPOINT=https://hub.example.org
hf download ada/harbour-asr --include '*.oasr' --local-dir models
openasr transcribe your-audio.wav --model-pack models/your-model.oasr
