# pip install -U requests

import os
import requests

API_URL = "https://router.huggingface.co/hf-inference/models/ada/sea/pipeline/feature-extraction"
headers = {
    "Authorization": f"Bearer {os.environ['HF_TOKEN']}",
}

def query(payload):
    response = requests.post(API_URL, headers=headers, json=payload)
    response.raise_for_status()
    return response.json()

output = query({
    "inputs": ["One line.", "Another."],
    "parameters": {"normalize": True},
})
print(output)
