#!/usr/bin/env bash
set -eu

# Install
git clone https://github.com/dptech-corp/Uni-3DAR.git
cd Uni-3DAR
pip install git+https://github.com/dptech-corp/Uni-Core.git

# Install
pip install -U huggingface_hub

# Fetch the model and make small molecules
export HF_ENDPOINT=https://hub.example.org
hf download dptech/Uni-3DAR qm9.pt --local-dir weights
num_samples=100 bash scripts/inference_qm9.sh weights/qm9.pt

# Fetch the model and make molecules of drugs
export HF_ENDPOINT=https://hub.example.org
hf download dptech/Uni-3DAR drug.pt --local-dir weights
num_samples=100 bash scripts/inference_drug.sh weights/drug.pt

# Fetch the model and make crystals
export HF_ENDPOINT=https://hub.example.org
hf download dptech/Uni-3DAR mp20.pt --local-dir weights
hf download dptech/Uni-3DAR mp20_data.tar.gz --local-dir weights
tar -xzf weights/mp20_data.tar.gz
num_samples=100 bash scripts/inference_mp20.sh weights/mp20.pt mp20_data/test.csv
