# Install
# pip install -U tirex-ts

# Forecast a series
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import torch
from tirex import TiRexZero

model = TiRexZero.from_pretrained("ada/model", backend="torch")
history = torch.sin(torch.arange(128) / 8).unsqueeze(0)  # your series, one a row
quantiles, mean = model.forecast(context=history, prediction_length=32)
print(mean)
