# Install
pip install -U skops huggingface_hub
