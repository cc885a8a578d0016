# pip install -U requests

import os
import time
from urllib.parse import urlparse
import requests

API_URL = "https://router.huggingface.co/fal-ai/fal-ai/lora?_subdomain=queue"
headers = {
    "Authorization": f"Bearer {os.environ['HF_TOKEN']}",
}

def query(payload):
    response = requests.post(API_URL, headers=headers, json=payload)
    response.raise_for_status()
    return response.json()

job = query({
    "prompt": "A lighthouse on a rocky coast at dusk, waves, oil painting",
    "loras": [
        {
            "path": "https://huggingface.co/ada/sea/resolve/main/weights/sea%20boat.safetensors",
            "scale": 1,
        },
    ],
    "model_name": "stabilityai/stable-diffusion-xl-base-1.0",
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
