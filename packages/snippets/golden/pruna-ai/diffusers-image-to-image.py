# Install
# pip install -U pruna

# Run the pipeline
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from diffusers.utils import load_image
from pruna import PrunaModel

pipe = PrunaModel.from_pretrained("ada/edit")
pipe(image=load_image("your-image.png"), prompt="Make it \"stormy\"").images[0].save("output.png")
