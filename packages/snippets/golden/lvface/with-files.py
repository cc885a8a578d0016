# Get the code, and work in its folder
# git clone https://github.com/bytedance/LVFace
# cd LVFace
# pip install -r requirements.txt

# Install
# pip install -U huggingface_hub

# Embed a face
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import onnxruntime
from huggingface_hub import hf_hub_download
from inference_onnx import LVFaceONNXInferencer

path = hf_hub_download("ada/model", "LVFace-B_Glint360K/LVFace-B_Glint360K.onnx")
use_gpu = "CUDAExecutionProvider" in onnxruntime.get_available_providers()
inferencer = LVFaceONNXInferencer(path, use_gpu=use_gpu, timeout=300)
embedding = inferencer.infer_from_image("your-face.jpg")
print(embedding.shape)
