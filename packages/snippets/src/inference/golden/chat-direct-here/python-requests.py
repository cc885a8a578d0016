# uv pip install -U requests

import os
import requests

API_URL = "https://api.cohere.com/compatibility/v1/chat/completions"
headers = {
    "Authorization": f"Bearer {os.environ['COHERE_API_KEY']}",
}

def query(payload):
    response = requests.post(API_URL, headers=headers, json=payload)
    response.raise_for_status()
    return response.json()

output = query({
    "model": "sea-8b",
    "messages": [{"role": "user", "content": "Which ocean is the deepest?"}],
})
print(output["choices"][0]["message"])
