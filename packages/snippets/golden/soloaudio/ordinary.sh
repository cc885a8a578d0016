#!/usr/bin/env bash
set -eu

# Install
git clone https://github.com/WangHelin1997/SoloAudio.git
cd SoloAudio
conda env create -f environment.yml
conda activate soloaudio

# Fetch the model and take a sound out of a mixture
export HF_ENDPOINT=https://hub.example.org
hf download ada/model --include "*.pt" --local-dir pretrained_models
python tse_languageTSE.py --mixture your-mixture.wav --enrollment "Acoustic guitar" --output_dir output
