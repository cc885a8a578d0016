#!/usr/bin/env bash
set -eu

# Get the code, and work in its folder
git clone https://github.com/Yuliang-Liu/MonkeyOCR.git
cd MonkeyOCR
pip install -e .

# Install
pip install -U huggingface_hub pdf2image

# Fetch the model and read a document
export HF_ENDPOINT=https://hub.example.org
hf download ada/model --local-dir model_weight
python parse.py your-document.pdf -o output
