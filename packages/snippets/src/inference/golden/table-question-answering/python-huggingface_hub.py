# pip install -U huggingface_hub

import os
from huggingface_hub import InferenceClient

client = InferenceClient(
    base_url="https://hub.example.org/hf-inference/models/ada/sea",
    api_key=os.environ["HF_TOKEN"],
)

output = client.table_question_answering(
    query="Which lighthouse is the tallest?",
    table={
        "Lighthouse": ["Larnholm", "Skarv", "Outer Tern"],
        "Built": ["1868", "1902", "1887"],
        "Height (m)": ["31", "22", "44"],
        "Range (nmi)": ["18", "14", "21"],
    },
)

print(output)
