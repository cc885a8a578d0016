# Install
# pip install -U ccpfn huggingface_hub

# Estimate what a treatment would do
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import numpy as np
import torch
from ccpfn import CEPOEstimator
from huggingface_hub import hf_hub_download

# who was treated, how much, and what came of it
random = np.random.default_rng(42)
x = random.standard_normal((1000, 3))
treatment = 1 + np.sin(x[:, 2])
outcome = np.cos(x[:, 0]) + 2 * x[:, 1] * treatment

device = "cuda" if torch.cuda.is_available() else "cpu"
path = hf_hub_download("ada/model", "ccpfn_v1.pt")
estimator = CEPOEstimator(device, model_path=path)
estimator.fit(x[:900], treatment[:900], outcome[:900])
print(estimator.estimate_cepo(x[900:], np.full(100, 1.5)))  # had all been treated by 1.5
