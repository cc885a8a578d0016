# pip install -U requests

import os
import requests

API_URL = "https://hub.example.org/v1/chat/completions"
headers = {
    "Authorization": f"Bearer {os.environ['HF_TOKEN']}",
}

def query(payload):
    response = requests.post(API_URL, headers=headers, json=payload)
    response.raise_for_status()
    return response.json()

output = query({
    "model": "ada/sea",
    "messages": [
        {
            "role": "a\"; import os\n'$(id)` ${x} \u202e\\",
            "content": "a\"; import os\n'$(id)` ${x} \u202e\\",
        },
    ],
    "a\"; import os\n'$(id)` ${x} \u202e\\": "a\"; import os\n'$(id)` ${x} \u202e\\",
})
print(output["choices"][0]["message"])
