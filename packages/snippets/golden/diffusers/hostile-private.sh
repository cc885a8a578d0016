# Install
pip install -U diffusers transformers accelerate torch peft

# Sign in, once
export HF_ENDPOINT=https://hub.example.org
hf auth login
