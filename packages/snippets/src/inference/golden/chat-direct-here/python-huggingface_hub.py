# uv pip install -U huggingface_hub

import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from huggingface_hub import InferenceClient

client = InferenceClient(
    provider="cohere",
    api_key=os.environ["COHERE_API_KEY"],
)

completion = client.chat.completions.create(
    model="ada/sea",
    messages=[{"role": "user", "content": "Which ocean is the deepest?"}],
)

print(completion.choices[0].message)
