# pip install -U huggingface_hub

import os
from huggingface_hub import InferenceClient

client = InferenceClient(
    base_url="https://hub.example.org/hf-inference/models/ada/sea/pipeline/sentence-similarity",
    api_key=os.environ["HF_TOKEN"],
)

output = client.sentence_similarity(
    sentence="The harbour is closed because of the storm.",
    other_sentences=[
        "No ship may enter the port in this weather.",
        "The harbour café closes at six.",
        "My cousin plays the accordion.",
    ],
)

print(output)
