# pip install -U requests

import base64
import os
import time
from urllib.parse import urlparse
import requests

API_URL = "https://router.huggingface.co/fal-ai/ada/sea?_subdomain=queue"
headers = {
    "Authorization": f"Bearer {os.environ['HF_TOKEN']}",
    "X-HF-Bill-To": "acme",
}

def encode(filename):
    with open(filename, "rb") as f:
        return base64.b64encode(f.read()).decode("utf-8")

def query(payload):
    response = requests.post(API_URL, headers=headers, json=payload)
    response.raise_for_status()
    return response.json()

job = query({
    "prompt": "Put a knitted blue cap on the cat",
    "image_url": "data:image/png;base64," + encode("cat.png"),
    "image_urls": [
        "data:image/png;base64," + encode("cat.png"),
    ],
})

job_url = "https://router.huggingface.co/fal-ai" + urlparse(job["response_url"]).path
while True:
    time.sleep(0.5)
    response = requests.get(job_url + "/status?_subdomain=queue", headers=headers)
    response.raise_for_status()
    output = response.json()
    if output["status"] == "COMPLETED":
        break
    if output["status"] not in ["IN_QUEUE", "IN_PROGRESS"]:
        raise RuntimeError(f"The job ended: {output}")
response = requests.get(job_url + "?_subdomain=queue", headers=headers)
response.raise_for_status()
output = response.json()

link = output["images"][0]["url"]
with open("image.png", "wb") as f:
    f.write(requests.get(link).content)
