# Install
# pip install -U transformers torch torchvision timm kornia einops

# Load the model with Transformers
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from transformers import AutoModelForImageSegmentation

model = AutoModelForImageSegmentation.from_pretrained("ada/model", trust_remote_code=True)
model.eval()

# Or with the code of its makers
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from models.birefnet import BiRefNet

model = BiRefNet.from_pretrained("ada/model")
model.eval()
