#!/usr/bin/env bash
set -eu

# Install
pip install -U 'lerobot[smolvla]'

# Train it further on a dataset
export HF_ENDPOINT=https://hub.example.org
lerobot-train \
    --policy.path=ada/model \
    --policy.device=cuda \
    --policy.push_to_hub=false \
    --dataset.repo_id=lerobot/svla_so101_pickplace \
    --batch_size=64 \
    --steps=20000 \
    --output_dir=outputs/train/my_smolvla \
    --job_name=my_smolvla_training

# Let it steer a robot
export HF_ENDPOINT=https://hub.example.org
lerobot-rollout \
    --strategy.type=base \
    --policy.path=ada/model \
    --robot.type=so101_follower \
    --robot.port=/dev/ttyACM0 \
    --robot.id=my_follower_arm \
    --robot.cameras="{front: {type: opencv, index_or_path: 0, width: 640, height: 480, fps: 30}}" \
    --task="Put the cube into the box" \
    --duration=50
