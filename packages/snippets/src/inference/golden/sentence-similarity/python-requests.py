# pip install -U requests

import os
import requests

API_URL = "https://hub.example.org/hf-inference/models/ada/sea/pipeline/sentence-similarity"
headers = {
    "Authorization": f"Bearer {os.environ['HF_TOKEN']}",
}

def query(payload):
    response = requests.post(API_URL, headers=headers, json=payload)
    response.raise_for_status()
    return response.json()

output = query({
    "inputs": {
        "source_sentence": "The harbour is closed because of the storm.",
        "sentences": [
            "No ship may enter the port in this weather.",
            "The harbour café closes at six.",
            "My cousin plays the accordion.",
        ],
    },
})
print(output)
