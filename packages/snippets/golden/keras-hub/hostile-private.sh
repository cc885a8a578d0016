# Install
pip install -U keras-hub keras jax huggingface_hub

# Sign in, once
export HF_ENDPOINT=https://hub.example.org
hf auth login
