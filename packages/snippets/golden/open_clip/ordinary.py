# Install
# pip install -U open_clip_torch pillow

# Compare a picture with texts
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import open_clip
import torch
from PIL import Image

name = "hf-hub:ada/model"
model, preprocess_train, preprocess_val = open_clip.create_model_and_transforms(name)
tokenizer = open_clip.get_tokenizer(name)
model.eval()

image = preprocess_val(Image.open("your-image.jpg")).unsqueeze(0)
text = tokenizer(["a ship", "a harbour", "a lighthouse"])
with torch.no_grad():
    pictures = model.encode_image(image, normalize=True)
    texts = model.encode_text(text, normalize=True)
    print((100.0 * pictures @ texts.T).softmax(dim=-1))
