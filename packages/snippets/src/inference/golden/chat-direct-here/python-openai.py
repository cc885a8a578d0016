# uv pip install -U openai

import os
from openai import OpenAI

client = OpenAI(
    base_url="https://api.cohere.com/compatibility/v1",
    api_key=os.environ["COHERE_API_KEY"],
)

completion = client.chat.completions.create(
    model="sea-8b",
    messages=[{"role": "user", "content": "Which ocean is the deepest?"}],
)

print(completion.choices[0].message)
