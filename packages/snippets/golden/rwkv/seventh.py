# Install
# pip install -U rwkv torch huggingface_hub

# Continue a text
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

os.environ["RWKV_V7_ON"] = "1"  # before rwkv is imported

import torch
from huggingface_hub import hf_hub_download
from rwkv.model import RWKV
from rwkv.utils import PIPELINE, PIPELINE_ARGS

path = hf_hub_download("ada/rwkv7-small", "rwkv7-small-ctx4096.pth")
model = RWKV(model=path.removesuffix(".pth"), strategy="cuda fp16" if torch.cuda.is_available() else "cpu fp32")
pipeline = PIPELINE(model, "rwkv_vocab_v20230424")
print(pipeline.generate("Once upon a time", token_count=100, args=PIPELINE_ARGS(temperature=1.0, top_p=0.5)))
