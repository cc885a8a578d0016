# pip install -U openai

import os
from openai import OpenAI

client = OpenAI(
    base_url="https://hub.example.org/v1",
    api_key=os.environ["HF_TOKEN"],
    default_headers={"X-HF-Bill-To": "acme"},
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
