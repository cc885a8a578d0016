# Install
pip install -U huggingface_hub

# Install
npm install @huggingface/hub

# Download with the command line
export HF_ENDPOINT=https://hub.example.org
hf download ada/odd
