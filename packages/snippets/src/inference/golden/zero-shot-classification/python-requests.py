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
    "inputs": "The card reader at the fuel dock has been out of order since Friday.",
    "parameters": {"candidate_labels": ["refund", "legal", "faq"]},
})
print(output)
