#!/usr/bin/env bash
set -eu

# Install
pip install -U boltzgen huggingface_hub

# Design binders
export HF_ENDPOINT=https://hub.example.org
hf download ada/binders --include "*.ckpt" --local-dir checkpoints
boltzgen run your-design.yaml --output designs --protocol protein-anything --num_designs 10 \
  --design_checkpoints checkpoints/boltzgen1_diverse.ckpt checkpoints/boltzgen1_adherence.ckpt \
  --inverse_fold_checkpoint checkpoints/boltzgen1_ifold.ckpt \
  --folding_checkpoint checkpoints/boltz2_conf_final.ckpt \
  --affinity_checkpoint checkpoints/boltz2_aff.ckpt
