# Install
pip install -U transformers torch accelerate pillow torchvision
