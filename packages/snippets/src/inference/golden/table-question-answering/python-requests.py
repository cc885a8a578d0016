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
        "query": "Which lighthouse is the tallest?",
        "table": {
            "Lighthouse": ["Larnholm", "Skarv", "Outer Tern"],
            "Built": ["1868", "1902", "1887"],
            "Height (m)": ["31", "22", "44"],
            "Range (nmi)": ["18", "14", "21"],
        },
    },
})
print(output)
