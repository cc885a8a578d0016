# Install
# pip install -U git+https://github.com/Synthefy/synthefy-migas.git huggingface_hub pandas

# Forecast a series with a text
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import numpy as np
import pandas as pd
import torch
from huggingface_hub import hf_hub_download
from migaseval import MigasPipeline

device = "cuda" if torch.cuda.is_available() else "cpu"
path = hf_hub_download("ada/model", "model.pt")
pipeline = MigasPipeline.from_pretrained(path, device=device)

# your series, and what is known about it
days = pd.date_range("2026-01-01", periods=128).astype(str)
history = pd.DataFrame({"t": days, "y_t": 70 + np.sin(np.arange(128) / 8)})
summary = "FACTUAL SUMMARY: The price of fish has been steady. PREDICTIVE SIGNALS: The fleet stays in the harbour, so that prices will rise."
forecast = pipeline.predict_from_dataframe(history, pred_len=16, summaries=summary)
print(forecast.round(2))
