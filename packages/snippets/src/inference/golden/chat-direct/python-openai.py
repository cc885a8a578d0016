# pip install -U openai

import os
from openai import OpenAI

client = OpenAI(
    base_url="https://api.z.ai/api/paas/v4",
    api_key=os.environ["ZAI_ORG_API_KEY"],
    default_headers={"x-source-channel": "hugging_face", "accept-language": "en-US,en"},
)

stream = client.chat.completions.create(
    model="ada/sea",
    messages=[{"role": "user", "content": "Which ocean is the deepest?"}],
    stream=True,
)

for chunk in stream:
    if chunk.choices:
        print(chunk.choices[0].delta.content or "", end="", flush=True)
