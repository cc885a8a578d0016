# Install
# pip install -U open_clip_torch huggingface_hub pillow

# Compare a picture with texts
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import open_clip
import torch
from huggingface_hub import hf_hub_download
from PIL import Image

path = hf_hub_download("ada/clip-through-time", "checkpoints/2016.pt")
model, _, preprocess = open_clip.create_model_and_transforms("ViT-B-16", pretrained=path)
tokenizer = open_clip.get_tokenizer("ViT-B-16")
model.eval()

image = preprocess(Image.open("your-image.jpg")).unsqueeze(0)
text = tokenizer(["a ship", "a harbour", "a lighthouse"])
with torch.no_grad():
    pictures = model.encode_image(image, normalize=True)
    texts = model.encode_text(text, normalize=True)
    print((100.0 * pictures @ texts.T).softmax(dim=-1))
