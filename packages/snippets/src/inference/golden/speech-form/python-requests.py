# pip install -U requests

import os
import requests

API_URL = "https://router.huggingface.co/together/v1/audio/transcriptions"
headers = {
    "Authorization": f"Bearer {os.environ['HF_TOKEN']}",
}

def query(filename, fields):
    with open(filename, "rb") as f:
        data = f.read()
    files = {"file": ("sample1.flac", data, "audio/flac")}
    response = requests.post(API_URL, headers=headers, files=files, data=fields)
    response.raise_for_status()
    return response.json()

output = query("sample1.flac", {"model": "ada/sea"})
print(output)
