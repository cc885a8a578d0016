# Install
# pip install -U gliner

# Find what a report of a defect names
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from gliner import GLiNER

model = GLiNER.from_pretrained("ada/model")
kinds = ["prod", "loc", "pcon", "sit", "act", "bird", "flt"]
labels = [f"{part}-{kind}" for kind in kinds for part in ("b", "i")]  # where one begins, and its inside
report = "During climb the left engine fire warning came on. The crew returned to the gate."
for entity in model.predict_entities(report, labels):
    print(entity["text"], entity["label"])
