# pip install -U huggingface_hub

import os
from huggingface_hub import InferenceClient

client = InferenceClient(
    base_url="https://hub.example.org/v1",
    api_key=os.environ["HF_TOKEN"],
    bill_to="acme",
)

stream = client.chat.completions.create(
    model="ada/sea",
    messages=[{"role": "user", "content": "Which ocean is the deepest?"}],
    temperature=0.7,
    max_tokens=64,
    stop=["it's"],
    extra_body={"do_sample": True},
    stream=True,
)

for chunk in stream:
    if chunk.choices:
        print(chunk.choices[0].delta.content or "", end="", flush=True)
