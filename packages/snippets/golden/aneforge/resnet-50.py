# Install
# pip install -U aneforge transformers torch pillow

# Run a ResNet
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import aneforge as af
import numpy as np

pixels = np.zeros((1, 3, 224, 224), dtype=np.float32)  # your picture, normalised as for ImageNet
print(af.load_resnet(50)(pixels))
