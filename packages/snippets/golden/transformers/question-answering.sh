# Install
pip install -U 'transformers<5' torch accelerate
