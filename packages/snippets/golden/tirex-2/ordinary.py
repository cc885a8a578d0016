# Install
# pip install -U tirex-2

# Forecast a series
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import torch
from tirex2 import TimeseriesType, load_model

device = "cuda" if torch.cuda.is_available() else "cpu"
model = load_model("ada/model", device=device)

history = torch.sin(torch.arange(128) / 8).unsqueeze(0)  # a row for each of your series
series = TimeseriesType(target=history, past_covariates=None, future_covariates=None)
forecast = model.forecast([series], prediction_length=32, output_type="numpy")[0]
print(forecast.shape)  # series, quantiles, steps
