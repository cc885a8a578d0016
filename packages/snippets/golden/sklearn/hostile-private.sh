# Install
pip install -U skops huggingface_hub

# Sign in, once
export HF_ENDPOINT=https://hub.example.org
hf auth login
