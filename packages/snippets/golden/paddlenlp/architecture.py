# Install
# pip install -U paddlenlp paddlepaddle 'huggingface_hub<1'

# Load the model and its tokenizer
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from huggingface_hub import snapshot_download
from paddlenlp.transformers import AutoTokenizer, ErnieForSequenceClassification

path = snapshot_download("ada/ernie-harbour")
tokenizer = AutoTokenizer.from_pretrained(path, from_hf_hub=True)
model = ErnieForSequenceClassification.from_pretrained(path, from_hf_hub=True)
model.eval()

inputs = tokenizer("The tide turns at noon.", return_tensors="pd")
print(model(**inputs))
