#!/usr/bin/env bash
set -eu

# Install
git clone https://github.com/Wan-Video/Wan2.2.git
cd Wan2.2
pip install -r requirements.txt

# Install
pip install -U huggingface_hub

# Fetch the model and make a video of a picture
export HF_ENDPOINT=https://hub.example.org
hf download ada/Wan2.2-I2V-A14B --local-dir model
python generate.py --task i2v-A14B --size "1280*720" --ckpt_dir model \
    --offload_model True --convert_model_dtype \
    --image your-image.jpg --prompt='A lighthouse on a rocky coast in the evening, the camera flies slowly around it'
