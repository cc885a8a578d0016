# Install
# pip install -U birder huggingface_hub torch

# Classify a picture
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import birder
from birder.inference.classification import infer_image
from huggingface_hub import hf_hub_download

path = hf_hub_download("ada/mvit_v2_t_il-all", "mvit_v2_t_il-all.pt")
net, info, transform = birder.load_pretrained_model_and_transform("mvit_v2_t_il-all", dst=path)
scores, _ = infer_image(net, "your-image.jpg", transform)
names = {index: name for name, index in info.class_to_idx.items()}
print(names[int(scores.argmax())])
