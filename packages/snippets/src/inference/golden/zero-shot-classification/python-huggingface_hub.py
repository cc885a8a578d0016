# pip install -U huggingface_hub

import os
from huggingface_hub import InferenceClient

client = InferenceClient(
    base_url="https://hub.example.org/hf-inference/models/ada/sea",
    api_key=os.environ["HF_TOKEN"],
)

output = client.zero_shot_classification(
    "The card reader at the fuel dock has been out of order since Friday.",
    candidate_labels=["refund", "legal", "faq"],
)

print(output)
