#!/usr/bin/env bash
set -eu

# Install
brew install whisperkit-cli

# Install
pip install -U huggingface_hub

# See what it can do
whisperkit-cli transcribe --help

# Transcribe a recording with a model of this repository
export HF_ENDPOINT=https://hub.example.org
hf download ada/model --include 'your-model/*' --local-dir models
whisperkit-cli transcribe --model-path models/your-model --audio-path your-audio.wav --verbose
