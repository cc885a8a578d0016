# Install
# pip install -U 'paddleocr[doc-parser]' paddlepaddle huggingface_hub

# Read a chart
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from huggingface_hub import snapshot_download
from paddleocr import ChartParsing

path = snapshot_download("ada/PP-Chart2Table")
model = ChartParsing(model_name="PP-Chart2Table", model_dir=path)
for result in model.predict(input={"image": "your-chart.png"}, batch_size=1):
    result.print()
    result.save_to_json(save_path="output/result.json")
