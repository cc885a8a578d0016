# pip install -U requests

import os
import time
import requests

API_URL = "https://router.huggingface.co/novita/v3/async/ada/sea"
headers = {
    "Authorization": f"Bearer {os.environ['HF_TOKEN']}",
}

def query(payload):
    response = requests.post(API_URL, headers=headers, json=payload)
    response.raise_for_status()
    return response.json()

job = query({
    "prompt": "A fishing boat leaves a small harbour at sunrise, gulls follow it",
})

job_url = "https://router.huggingface.co/novita/v3/async/task-result?task_id=" + job["task_id"]
while True:
    time.sleep(0.5)
    response = requests.get(job_url, headers=headers)
    response.raise_for_status()
    output = response.json()
    if output["task"]["status"] == "TASK_STATUS_SUCCEED":
        break
    if output["task"]["status"] not in ["TASK_STATUS_QUEUED", "TASK_STATUS_PROCESSING"]:
        raise RuntimeError(f"The job ended: {output}")

link = output["videos"][0]["video_url"]
with open("video.mp4", "wb") as f:
    f.write(requests.get(link).content)
