# Install
pip install -U diffusers transformers accelerate torch imageio imageio-ffmpeg
