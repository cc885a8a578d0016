# Install
# pip install -U moshi

# Use its codec
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import torch
from moshi.models import loaders

device = "cuda" if torch.cuda.is_available() else "cpu"
checkpoint = loaders.CheckpointInfo.from_hf_repo("kyutai/moshiko-pytorch-bf16")
mimi = checkpoint.get_mimi(device=device)
mimi.set_num_codebooks(8)

wav = torch.randn(1, 1, 24000 * 10, device=device)  # ten seconds of one channel at 24 kHz
with torch.no_grad():
    codes = mimi.encode(wav)
    decoded = mimi.decode(codes)
print(codes.shape, decoded.shape)
