# pip install -U requests

import os
import requests

API_URL = "https://hub.example.org/hf-inference/models/ada/sea"
headers = {
    "Authorization": f"Bearer {os.environ['HF_TOKEN']}",
}

def query(filename):
    download = requests.get(filename)
    download.raise_for_status()
    data = download.content
    response = requests.post(API_URL, headers={"Content-Type": "image/jpeg", **headers}, data=data)
    response.raise_for_status()
    return response.json()

output = query("https://files.example.org/cats.jpg")
print(output)
