# Install
# pip install -U 'timesfm[pax]==1.3.0' huggingface_hub

# Forecast series
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import numpy as np
from huggingface_hub import snapshot_download
from timesfm import TimesFm, TimesFmCheckpoint, TimesFmHparams

path = snapshot_download("ada/timesfm-1.0-200m")
model = TimesFm(
    hparams=TimesFmHparams(
        backend="cpu",
        horizon_len=128,
    ),
    checkpoint=TimesFmCheckpoint(path=f"{path}/checkpoints"),
)
history = np.sin(np.arange(256) / 8)  # your series
points, quantiles = model.forecast([history], freq=[0])
print(points)
