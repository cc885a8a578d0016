# Install
# pip install -U 'timesfm[flax]' huggingface_hub

# Forecast series
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import numpy as np
from huggingface_hub import snapshot_download
from timesfm import ForecastConfig, TimesFM_2p5_200M_flax

path = snapshot_download("ada/timesfm-2.5-200m-flax")
model = TimesFM_2p5_200M_flax.from_pretrained(path)
model.compile(
    ForecastConfig(
        max_context=1024,
        max_horizon=256,
        normalize_inputs=True,
        use_continuous_quantile_head=True,
        fix_quantile_crossing=True,
    )
)
history = np.sin(np.arange(256) / 8)  # your series
points, quantiles = model.forecast(horizon=24, inputs=[history])
print(points)
