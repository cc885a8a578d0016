# Install
# pip install -U pruna

# Run the pipeline
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from diffusers.utils import load_image
from pruna import PrunaModel

pipe = PrunaModel.from_pretrained("ada/control")
pipe("An old sea chart of an imaginary coast, ink on parchment, fine detail", image=load_image("your-control-image.png")).images[0].save("output.png")
