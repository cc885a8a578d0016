# pip install -U requests

import base64
import os
import requests

API_URL = "https://api.together.xyz/v1/images/generations"
headers = {
    "Authorization": f"Bearer {os.environ['TOGETHER_API_KEY']}",
}

def query(payload):
    response = requests.post(API_URL, headers=headers, json=payload)
    response.raise_for_status()
    return response.json()

output = query({
    "prompt": "A lighthouse on a rocky coast at dusk, waves, oil painting",
    "response_format": "base64",
    "model": "ada/sea",
})
with open("image.png", "wb") as f:
    f.write(base64.b64decode(output["data"][0]["b64_json"]))
