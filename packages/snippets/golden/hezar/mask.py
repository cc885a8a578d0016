# Install
# pip install -U hezar

# Load the model and run it
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from hezar.models import Model

model = Model.load("ada/mask-fa")
print(model.predict(["کشتی در <mask> است"]))
