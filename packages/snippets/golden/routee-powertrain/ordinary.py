# Install
# pip install -U routee-powertrain pandas

# Estimate the energy of a drive
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import pandas as pd
import routee.powertrain as pt
from routee.powertrain.registry import HFRegistry

registry = HFRegistry(repo_id="ada/model")
for found in pt.query_available_models(registry=registry):  # narrow it with make=, model=, year= …
    print(found)

model = pt.load_model("make/vehicle/year/config", registry=registry)
links = pd.DataFrame({"distance": [0.5, 1.2], "speed_mph": [25.0, 55.0], "grade_percent": [0.0, 1.5]})
print(model.predict(links))
