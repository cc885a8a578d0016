# Get the code, and work in its folder
# git clone https://github.com/facebookresearch/perception_models
# cd perception_models
# pip install -e .

# Install
# pip install -U torch torchvision huggingface_hub pillow

# Features of a picture
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import core.vision_encoder.pe as pe
import core.vision_encoder.transforms as transforms
import torch
from huggingface_hub import hf_hub_download
from PIL import Image

device = "cuda" if torch.cuda.is_available() else "cpu"
path = hf_hub_download("ada/harbour-encoder", "your-checkpoint.pt")
model = pe.VisionTransformer.from_config("PE-Core-L14-336", pretrained=True, checkpoint_path=path)
model = model.to(device).eval()
preprocess = transforms.get_image_transform(model.image_size)
image = preprocess(Image.open("your-image.jpg")).unsqueeze(0).to(device)
with torch.no_grad():
    print(model(image).shape)
