# pip install -U openai

import os
from openai import OpenAI

client = OpenAI(
    base_url="https://router.huggingface.co/v1",
    api_key=os.environ["HF_TOKEN"],
    default_headers={"X-HF-Bill-To": "acme"},
)

completion = client.chat.completions.create(
    model="ada/sea:groq",
    messages=[{"role": "user", "content": "Which ocean is the deepest?"}],
    temperature=0.7,
    max_tokens=64,
    stop=["it's"],
    extra_body={"do_sample": True},
)

print(completion.choices[0].message)
