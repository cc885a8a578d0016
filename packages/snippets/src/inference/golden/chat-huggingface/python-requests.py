# pip install -U requests

import os
import requests

API_URL = "https://router.huggingface.co/v1/chat/completions"
headers = {
    "Authorization": f"Bearer {os.environ['HF_TOKEN']}",
    "X-HF-Bill-To": "acme",
}

def query(payload):
    response = requests.post(API_URL, headers=headers, json=payload)
    response.raise_for_status()
    return response.json()

output = query({
    "model": "ada/sea:groq",
    "messages": [{"role": "user", "content": "Which ocean is the deepest?"}],
    "temperature": 0.7,
    "max_tokens": 64,
    "stop": ["it's"],
    "do_sample": True,
})
print(output["choices"][0]["message"])
