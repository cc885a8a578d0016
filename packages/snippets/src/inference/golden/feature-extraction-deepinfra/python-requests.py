# pip install -U requests

import os
import requests

API_URL = "https://hub.example.org/deepinfra/v1/openai/embeddings"
headers = {
    "Authorization": f"Bearer {os.environ['HF_TOKEN']}",
}

def query(payload):
    response = requests.post(API_URL, headers=headers, json=payload)
    response.raise_for_status()
    return response.json()

output = query({
    "input": "The tide turns at noon, and the boats leave with it.",
    "model": "ada/sea",
})
print(output)
