# Install
pip install -U keras-hub keras jax huggingface_hub
