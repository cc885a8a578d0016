# Install
pip install -U sentence-transformers
