# Install
# pip install -U 'timesfm[torch]'

# Forecast series
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import numpy as np
from timesfm3.torch import TimesFM3Forecaster

model = TimesFM3Forecaster.from_pretrained("ada/timesfm-3.0-pytorch")

history = np.sin(np.arange(256) / 8)  # your series
result = model.predict(history, horizon=24)
print(result.forecast)
