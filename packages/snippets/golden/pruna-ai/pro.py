# Install
# pip install -U pruna_pro

# Run the pipeline
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from pruna_pro import PrunaProModel

pipe = PrunaProModel.from_pretrained("ada/harbour-smashed")
pipe("An old sea chart of an imaginary coast, ink on parchment, fine detail").images[0].save("output.png")
