# Install
# pip install -U 'paddleocr[doc-parser]' paddlepaddle huggingface_hub

# Ask about a document
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from huggingface_hub import snapshot_download
from paddleocr import DocVLM

path = snapshot_download("ada/PP-DocBee2-3B")
model = DocVLM(model_name="PP-DocBee2-3B", model_dir=path)
question = {"image": "your-document.png", "query": "What does this page say?"}
for result in model.predict(input=question, batch_size=1):
    result.print()
    result.save_to_json(save_path="output/result.json")
