# Install
# pip install -U deepforest

# Load a model that names what was found
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from deepforest.model import CropModel

model = CropModel.load_model("ada/cropmodel-species")
print(model.label_dict)
