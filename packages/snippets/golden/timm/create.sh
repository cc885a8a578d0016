# Install
pip install -U timm torch
