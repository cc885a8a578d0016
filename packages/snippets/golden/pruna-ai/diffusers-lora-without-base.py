# Install
# pip install -U pruna peft

# Run the pipeline
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from pruna import PrunaModel

pipe = PrunaModel.from_pretrained("ada/lora")
pipe("An old sea chart of an imaginary coast, ink on parchment, fine detail").images[0].save("output.png")
