# Install
# pip install -U chronos-forecasting pandas

# Forecast a series
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import pandas as pd
import torch
from chronos import BaseChronosPipeline

pipeline = BaseChronosPipeline.from_pretrained("ada/model", device_map="cuda" if torch.cuda.is_available() else "cpu")

history = pd.read_csv("your-series.csv")  # columns: item_id, Month, #Passengers
forecast = pipeline.predict_df(
    history,
    prediction_length=36,
    quantile_levels=[0.1, 0.5, 0.9],
    id_column="item_id",
    timestamp_column="Month",
    target="#Passengers",
)
print(forecast)
