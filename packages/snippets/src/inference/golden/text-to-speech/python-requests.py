# pip install -U requests

import os
import time
from urllib.parse import urlparse
import requests

API_URL = "https://router.huggingface.co/replicate/v1/predictions"
headers = {
    "Authorization": f"Bearer {os.environ['HF_TOKEN']}",
    "Prefer": "wait",
}

def query(payload):
    response = requests.post(API_URL, headers=headers, json=payload)
    response.raise_for_status()
    return response.json()

job = query({
    "input": {
        "text": "The ferry to the islands leaves from quay three in ten minutes.",
    },
    "version": "0f1e2d",
})

job_url = "https://router.huggingface.co/replicate" + urlparse(job["urls"]["get"]).path
while True:
    time.sleep(1)
    response = requests.get(job_url, headers=headers)
    response.raise_for_status()
    output = response.json()
    if output["status"] == "succeeded":
        break
    if output["status"] not in ["starting", "processing"]:
        raise RuntimeError(f"The job ended: {output}")

link = output["output"]
if isinstance(link, list):
    link = link[0]
with open("speech.wav", "wb") as f:
    f.write(requests.get(link).content)
