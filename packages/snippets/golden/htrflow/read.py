# Install
# pip install -U htrflow

# Read a picture of a line
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from htrflow.models.huggingface.trocr import TrOCR
from htrflow.pipeline.pipeline import Pipeline
from htrflow.pipeline.steps import TextRecognition
from htrflow.volume.volume import Collection

settings = {"model": "ada/letters"}
pipeline = Pipeline([TextRecognition(TrOCR, settings, {})])
for page in pipeline.run(Collection(["your-line.jpg"])):
    print(page.text)
