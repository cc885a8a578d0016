# Install
# pip install -U 'timesfm[torch]'

# Forecast series
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import numpy as np
from timesfm import ForecastConfig, TimesFM_2p5_200M_torch

model = TimesFM_2p5_200M_torch.from_pretrained("ada/timesfm-2.5-200m-pytorch")
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
