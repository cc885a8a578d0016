#!/usr/bin/env bash
set -eu

# Install
pip install -U 'edsnlp[ml]' huggingface_hub

# Install it as a package
pip install git+https://hub.example.org/ada/ships-log-fr
