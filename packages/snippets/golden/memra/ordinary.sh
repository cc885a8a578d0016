#!/usr/bin/env bash
set -eu

# Get the code, and work in its folder
git clone https://github.com/avifenesh/memra
cd memra

# Chat in the terminal
MEMRA_CHAT=1 run-gen hf:ada/model --prompt 'Which ocean is the deepest?'

# Serve it on http://127.0.0.1:8080
MEMRA_MODELS=model=hf:ada/model memra-server
