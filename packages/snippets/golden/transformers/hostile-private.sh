# Install
pip install -U transformers torch accelerate

# Sign in, once
export HF_ENDPOINT=https://hub.example.org
hf auth login
