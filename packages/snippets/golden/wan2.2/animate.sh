#!/usr/bin/env bash
set -eu

# Install
git clone https://github.com/Wan-Video/Wan2.2.git
cd Wan2.2
pip install -r requirements.txt
pip install -r requirements_animate.txt

# Install
pip install -U huggingface_hub

# Fetch the model and let a picture move as in a video
export HF_ENDPOINT=https://hub.example.org
hf download ada/Wan2.2-Animate-14B --local-dir model
python wan/modules/animate/preprocess/preprocess_data.py --ckpt_path model/process_checkpoint \
    --video_path your-video.mp4 --refer_path your-image.jpg --save_path prepared \
    --resolution_area 1280 720 --retarget_flag --use_flux
python generate.py --task animate-14B --ckpt_dir model --src_root_path prepared --refert_num 1
