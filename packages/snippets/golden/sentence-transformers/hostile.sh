# Install
pip install -U pylate
