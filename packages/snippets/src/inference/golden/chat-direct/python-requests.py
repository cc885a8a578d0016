# pip install -U requests

import json
import os
import requests

API_URL = "https://api.z.ai/api/paas/v4/chat/completions"
headers = {
    "Authorization": f"Bearer {os.environ['ZAI_ORG_API_KEY']}",
    "x-source-channel": "hugging_face",
    "accept-language": "en-US,en",
}

def query(payload):
    with requests.post(API_URL, headers=headers, json=payload, stream=True) as response:
        response.raise_for_status()
        for line in response.iter_lines():
            if not line.startswith(b"data:"):
                continue
            data = line.removeprefix(b"data:").strip()
            if data == b"[DONE]":
                return
            yield json.loads(data)

chunks = query({
    "model": "ada/sea",
    "messages": [{"role": "user", "content": "Which ocean is the deepest?"}],
    "stream": True,
})

for chunk in chunks:
    if chunk["choices"]:
        print(chunk["choices"][0]["delta"].get("content") or "", end="", flush=True)
