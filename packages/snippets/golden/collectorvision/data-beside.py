# Install
# pip install -U git+https://github.com/HanClinto/CollectorVision.git huggingface_hub

# Load it as a detector of corners
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import collector_vision as cvg
from huggingface_hub import hf_hub_download

checkpoint = hf_hub_download("ada/model", "cards.onnx")
hf_hub_download("ada/model", "cards.onnx.data")
detector = cvg.NeuralCornerDetector(checkpoint)

# Or as an embedder
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import collector_vision as cvg
from huggingface_hub import hf_hub_download

checkpoint = hf_hub_download("ada/model", "cards.onnx")
hf_hub_download("ada/model", "cards.onnx.data")
embedder = cvg.NeuralEmbedder(checkpoint)
