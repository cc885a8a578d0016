# Install
# pip install -U pruna pillow torchvision

# Run it as a pipeline
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from pruna import PrunaModel

pipe = PrunaModel.from_pretrained("ada/zero")
print(pipe("your-image.jpg", candidate_labels=["animals", "humans", "landscape"]))

# Load the model and what prepares its input
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from pruna import PrunaModel
from transformers import AutoProcessor

processor = AutoProcessor.from_pretrained("ada/zero")
model = PrunaModel.from_pretrained("ada/zero")
