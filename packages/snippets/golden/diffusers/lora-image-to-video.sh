# Install
pip install -U diffusers transformers accelerate torch peft imageio imageio-ffmpeg
