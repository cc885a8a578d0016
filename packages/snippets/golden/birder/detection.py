# Install
# pip install -U birder huggingface_hub torch

# Find what is in a picture
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import birder
from birder.inference.detection import infer_image
from huggingface_hub import hf_hub_download

path = hf_hub_download("ada/faster_rcnn_coco_mobilenet_v4_m", "faster_rcnn_coco_mobilenet_v4_m.pt")
net, info, transform = birder.load_pretrained_model_and_transform("faster_rcnn_coco_mobilenet_v4_m", dst=path)
print(infer_image(net, "your-image.jpg", transform, score_threshold=0.5))
