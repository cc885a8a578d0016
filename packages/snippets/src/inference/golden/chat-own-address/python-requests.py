# pip install -U requests

import os
import requests

API_URL = "http://localhost:8080/v1/chat/completions"
headers = {
    "Authorization": f"Bearer {os.environ['API_TOKEN']}",
}

def query(payload):
    response = requests.post(API_URL, headers=headers, json=payload)
    response.raise_for_status()
    return response.json()

output = query({
    "model": "ada/sea",
    "messages": [{"role": "user", "content": "Which ocean is the deepest?"}],
})
print(output["choices"][0]["message"])
