# Install
# pip install -U onnxruntime huggingface_hub

# Open the model and see what it takes
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import onnxruntime
from huggingface_hub import hf_hub_download

path = hf_hub_download("ada/large", "onnx/model.onnx")
hf_hub_download("ada/large", "onnx/model.onnx_data")
hf_hub_download("ada/large", "onnx/model.onnx_data_1")
session = onnxruntime.InferenceSession(path)
for tensor in session.get_inputs():
    print(tensor.name, tensor.type, tensor.shape)
