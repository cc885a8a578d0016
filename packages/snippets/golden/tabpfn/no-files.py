# Install
# pip install -U tabpfn huggingface_hub

# Classify rows
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from huggingface_hub import hf_hub_download
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import train_test_split
from tabpfn import TabPFNClassifier

path = hf_hub_download("ada/tables-clf", "tabpfn-your-version.safetensors")
features, targets = load_breast_cancer(return_X_y=True)
x_train, x_test, y_train, y_test = train_test_split(features, targets, random_state=42)
model = TabPFNClassifier(model_path=path)
model.fit(x_train, y_train)
print(model.score(x_test, y_test))
