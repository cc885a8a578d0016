# Install
# pip install -U tensorrt huggingface_hub

# Build an engine for this machine
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from pathlib import Path

import tensorrt as trt
from huggingface_hub import snapshot_download

path = snapshot_download("ada/cats")
logger = trt.Logger(trt.Logger.WARNING)
builder = trt.Builder(logger)
network = builder.create_network()
parser = trt.OnnxParser(network, logger)
if not parser.parse_from_file(str(Path(path, "model.onnx"))):
    raise SystemExit(parser.get_error(0))

engine = builder.build_serialized_network(network, builder.create_builder_config())
with open("model.engine", "wb") as file:
    file.write(engine)
