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
    return response.content

content = query({
    "inputs": "A lighthouse on a rocky coast at dusk, waves, oil painting",
})
with open("image.png", "wb") as f:
    f.write(content)
