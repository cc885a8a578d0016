# Install
# pip install -U setfit

# Classify texts
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from setfit import SetFitModel

model = SetFitModel.from_pretrained("ada/model")
print(model.predict(["The crossing was calm and the crew was kind.", "We waited for hours in the rain."]))
