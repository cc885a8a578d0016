# Install
# pip install -U mlx-vlm

# Describe a picture
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from mlx_vlm import generate, load
from mlx_vlm.prompt_utils import apply_chat_template
from mlx_vlm.utils import load_config

model, processor = load("ada/model")
config = load_config("ada/model")

images = ["your-image.jpg"]
prompt = apply_chat_template(processor, config, "Describe this picture.", num_images=1)
output = generate(model, processor, prompt, images)
print(output.text)
