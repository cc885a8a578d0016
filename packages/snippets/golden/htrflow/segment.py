# Install
# pip install -U htrflow

# Find the lines of a page
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from htrflow.models.ultralytics.yolo import YOLO
from htrflow.pipeline.pipeline import Pipeline
from htrflow.pipeline.steps import Segmentation
from htrflow.volume.volume import Collection

settings = {"model": "ada/lines"}
pipeline = Pipeline([Segmentation(YOLO, settings, {})])
for page in pipeline.run(Collection(["your-page.jpg"])):
    for region in page:
        print(region.bbox)
