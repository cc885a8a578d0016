# Install
pip install -U pylate

# Sign in, once
export HF_ENDPOINT=https://hub.example.org
hf auth login
