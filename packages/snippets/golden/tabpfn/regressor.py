# Install
# pip install -U tabpfn huggingface_hub

# Predict a number
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from huggingface_hub import hf_hub_download
from sklearn.datasets import load_diabetes
from sklearn.model_selection import train_test_split
from tabpfn import TabPFNRegressor

path = hf_hub_download("ada/tables-reg", "tabpfn-v2-regressor.ckpt")
features, targets = load_diabetes(return_X_y=True)
x_train, x_test, y_train, y_test = train_test_split(features, targets, random_state=42)
model = TabPFNRegressor(model_path=path)
model.fit(x_train, y_train)
print(model.score(x_test, y_test))
