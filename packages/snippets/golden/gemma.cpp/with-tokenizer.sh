#!/usr/bin/env bash
set -eu

# Get the code, and work in its folder
git clone https://github.com/google/gemma.cpp
cd gemma.cpp

# Install
pip install -U huggingface_hub

# Build the program, once
cmake --preset make
cmake --build --preset make -j 4

# Chat in the terminal
export HF_ENDPOINT=https://hub.example.org
hf download ada/gemma-sbs 2b-it-sfp.sbs tokenizer.spm --local-dir model
build/gemma --weights model/2b-it-sfp.sbs --tokenizer model/tokenizer.spm
