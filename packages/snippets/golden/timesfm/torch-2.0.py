# Install
# pip install -U 'timesfm[torch]==1.3.0' huggingface_hub

# Forecast series
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import numpy as np
import torch
from huggingface_hub import hf_hub_download
from timesfm import TimesFm, TimesFmCheckpoint, TimesFmHparams

path = hf_hub_download("ada/timesfm-2.0-500m-pytorch", "torch_model.ckpt")
model = TimesFm(
    hparams=TimesFmHparams(
        backend="gpu" if torch.cuda.is_available() else "cpu",
        horizon_len=128,
        num_layers=50,
        context_len=2048,
        use_positional_embedding=False,
    ),
    checkpoint=TimesFmCheckpoint(version="torch", path=path),
)
history = np.sin(np.arange(256) / 8)  # your series
points, quantiles = model.forecast([history], freq=[0])
print(points)
