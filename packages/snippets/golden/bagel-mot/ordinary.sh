#!/usr/bin/env bash
set -eu

# Get the code, and work in its folder
git clone https://github.com/ByteDance-Seed/Bagel.git
cd Bagel
pip install -r requirements.txt

# Fetch the model and open its application
export HF_ENDPOINT=https://hub.example.org
hf download ada/model --local-dir models/bagel
python app.py --model_path models/bagel
