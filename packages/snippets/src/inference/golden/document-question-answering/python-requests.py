# pip install -U requests

import base64
import os
import requests

API_URL = "https://hub.example.org/hf-inference/models/ada/sea"
headers = {
    "Authorization": f"Bearer {os.environ['HF_TOKEN']}",
}

def encode(filename):
    with open(filename, "rb") as f:
        return base64.b64encode(f.read()).decode("utf-8")

def query(payload):
    response = requests.post(API_URL, headers=headers, json=payload)
    response.raise_for_status()
    return response.json()

output = query({
    "inputs": {
        "question": "What is written on the collar?",
        "image": encode("cat.png"),
    },
})
print(output)
