# Get the code, and work in its folder
# git clone https://github.com/nari-labs/dia2
# cd dia2
# pip install -e .

# Speak a dialogue
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import torch
from dia2 import Dia2, GenerationConfig, SamplingConfig

device = "cuda" if torch.cuda.is_available() else "cpu"
model = Dia2.from_repo("ada/model", device=device)
config = GenerationConfig(
    cfg_scale=2.0,
    audio=SamplingConfig(temperature=0.8, top_k=50),
    use_cuda_graph=device == "cuda",
)
model.generate("[S1] When does the tide turn? [S2] At noon.", config=config, output_wav="dialogue.wav", verbose=True)
