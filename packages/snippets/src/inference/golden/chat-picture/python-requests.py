# pip install -U requests

import base64
import os
import requests

API_URL = "https://hub.example.org/v1/chat/completions"
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
    "model": "ada/sea",
    "messages": [
        {
            "role": "user",
            "content": [
                {"type": "text", "text": "Say in one sentence what this picture shows."},
                {
                    "type": "image_url",
                    "image_url": {
                        "url": "data:image/png;base64," + encode("cat.png"),
                    },
                },
            ],
        },
    ],
})
print(output["choices"][0]["message"])
