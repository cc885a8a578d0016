# Install
pip install -U spacy huggingface_hub
