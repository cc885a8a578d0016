# Install
# pip install -U pruna pillow torchvision

# Run it as a pipeline
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from pruna import PrunaModel

pipe = PrunaModel.from_pretrained("ada/pic")
print(pipe("your-image.jpg"))

# Load the model and what prepares its input
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from pruna import PrunaModel
from transformers import AutoImageProcessor

processor = AutoImageProcessor.from_pretrained("ada/pic")
model = PrunaModel.from_pretrained("ada/pic")
