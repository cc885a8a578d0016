#!/usr/bin/env bash
set -eu

# Install
pip install -U 'lerobot[smolvla]'

# Train it further on a dataset
export HF_ENDPOINT=https://hub.example.org
lerobot-train \
    --policy.path=lerobot/smolvla_base \
    --policy.device=cuda \
    --policy.push_to_hub=false \
    --dataset.repo_id=lerobot/svla_so101_pickplace \
    --batch_size=64 \
    --steps=20000 \
    --output_dir=outputs/train/my_smolvla \
    --job_name=my_smolvla_training
