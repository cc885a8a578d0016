# pip install -U requests

import os
import requests

API_URL = "https://hub.example.org/hf-inference/models/ada/sea"
headers = {
    "Authorization": f"Bearer {os.environ['HF_TOKEN']}",
}

def query(payload):
    response = requests.post(API_URL, headers=headers, json=payload)
    response.raise_for_status()
    return response.json()

output = query({
    "inputs": "The crossing was rough, but the crew could not have been kinder.",
    "parameters": {"top_k": 2},
})
print(output)
