# Install
pip install -U onnxruntime huggingface_hub

# Sign in, once
export HF_ENDPOINT=https://hub.example.org
hf auth login
