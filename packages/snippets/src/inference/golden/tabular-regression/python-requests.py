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
    "inputs": {
        "data": {
            "Height": [11.4, 7.2],
            "Length1": [23, 36.5],
            "Length2": [25.2, 39.1],
            "Species": ["Bream", "Pike"],
        },
    },
})
print(output)
