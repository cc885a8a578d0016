# pip install -U huggingface_hub

import os
from huggingface_hub import InferenceClient

client = InferenceClient(
    provider="zai-org",
    api_key=os.environ["ZAI_ORG_API_KEY"],
)

stream = client.chat.completions.create(
    model="ada/sea",
    messages=[{"role": "user", "content": "Which ocean is the deepest?"}],
    stream=True,
)

for chunk in stream:
    if chunk.choices:
        print(chunk.choices[0].delta.content or "", end="", flush=True)
