# Install
pip install -U peft transformers torch

# Sign in, once
export HF_ENDPOINT=https://hub.example.org
hf auth login
