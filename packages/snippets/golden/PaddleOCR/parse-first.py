# Install
# pip install -U 'paddleocr[doc-parser]' paddlepaddle huggingface_hub

# Turn a document into Markdown
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from huggingface_hub import snapshot_download
from paddleocr import PaddleOCRVL

path = snapshot_download("ada/PaddleOCR-VL")
pipeline = PaddleOCRVL(pipeline_version="v1", vl_rec_model_dir=path)
for result in pipeline.predict("your-document.pdf"):
    result.print()
    result.save_to_json(save_path="output")
    result.save_to_markdown(save_path="output")
