# Install
# pip install -U colpali-engine accelerate pillow

# Score pages for a question
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import torch
from colpali_engine.models import ColQwen2_5, ColQwen2_5_Processor
from PIL import Image

model = ColQwen2_5.from_pretrained("ada/colqwen2.5-logbooks", dtype=torch.bfloat16, device_map="auto").eval()
processor = ColQwen2_5_Processor.from_pretrained("ada/colqwen2.5-logbooks")

images = processor.process_images([Image.open("your-page.png").convert("RGB")]).to(model.device)
queries = processor.process_queries(["When does the tide turn?"]).to(model.device)
with torch.no_grad():
    scores = processor.score(model(**queries), model(**images))
print(scores)  # a row for each query, a column for each page
