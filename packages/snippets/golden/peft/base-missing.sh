# Install
pip install -U peft transformers torch
