# Install
pip install -U timm torch

# Sign in, once
export HF_ENDPOINT=https://hub.example.org
hf auth login
