#!/usr/bin/env bash
set -eu

# Install
git clone https://github.com/Wan-Video/Wan2.2.git
cd Wan2.2
pip install -r requirements.txt
pip install -r requirements_s2v.txt

# Install
pip install -U huggingface_hub

# Fetch the model and let a picture speak
export HF_ENDPOINT=https://hub.example.org
hf download ada/Wan2.2-S2V-14B --local-dir model
python generate.py --task s2v-14B --size "1024*704" --ckpt_dir model \
    --offload_model True --convert_model_dtype \
    --image your-image.jpg --audio your-audio.wav --prompt='A lighthouse on a rocky coast in the evening, the camera flies slowly around it'
