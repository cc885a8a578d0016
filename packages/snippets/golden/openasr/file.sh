#!/usr/bin/env bash
set -eu

# Install
curl -fsSL https://dl.openasr.org/install.sh | sh

# Install
pip install -U huggingface_hub

# Transcribe a recording
export HF_ENDPOINT=https://hub.example.org
hf download ada/harbour-asr --include harbour-asr-q8.oasr --local-dir models
openasr transcribe your-audio.wav --model-pack models/harbour-asr-q8.oasr
