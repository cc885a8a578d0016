# Install
# pip install -U ai-edge-litert huggingface_hub

# Run the model
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import numpy as np
from ai_edge_litert.interpreter import Interpreter
from huggingface_hub import hf_hub_download

path = hf_hub_download("ada/waves", "your-model.tflite")
interpreter = Interpreter(model_path=path)
interpreter.allocate_tensors()

# your input: here zeros, in the shape and type that the model asks for
for details in interpreter.get_input_details():
    interpreter.set_tensor(details["index"], np.zeros(details["shape"], dtype=details["dtype"]))
interpreter.invoke()
for details in interpreter.get_output_details():
    print(details["name"], interpreter.get_tensor(details["index"]))
