# pip install -U requests

import json
import os
import requests

API_URL = "https://hub.example.org/v1/chat/completions"
headers = {
    "Authorization": f"Bearer {os.environ['HF_TOKEN']}",
    "X-HF-Bill-To": "acme",
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
    "temperature": 0.7,
    "max_tokens": 64,
    "stop": ["it's"],
    "do_sample": True,
    "stream": True,
})

for chunk in chunks:
    if chunk["choices"]:
        print(chunk["choices"][0]["delta"].get("content") or "", end="", flush=True)
