# pip install -U requests

import base64
import os
import time
from urllib.parse import urlparse
import requests

API_URL = "https://hub.example.org/wavespeed/api/v3/ada/sea"
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

job = query({
    "prompt": "The cat yawns, stretches and walks out of the picture",
    "image": encode("cat.png"),
    "images": [
        encode("cat.png"),
    ],
})

job_url = "https://hub.example.org/wavespeed" + urlparse(job["data"]["urls"]["get"]).path
while True:
    time.sleep(0.5)
    response = requests.get(job_url, headers=headers)
    response.raise_for_status()
    output = response.json()
    if output["data"]["status"] == "completed":
        break
    if output["data"]["status"] not in ["created", "processing"]:
        raise RuntimeError(f"The job ended: {output}")

link = output["data"]["outputs"][0]
with open("video.mp4", "wb") as f:
    f.write(requests.get(link).content)
