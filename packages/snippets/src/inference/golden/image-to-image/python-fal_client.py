# pip install -U fal-client
# Note: Calls fal itself, with your key of fal in the environment variable FAL_KEY.

import base64
import fal_client

def on_queue_update(update):
    if isinstance(update, fal_client.InProgress):
        for log in update.logs or []:
            print(log["message"])

def encode(filename):
    with open(filename, "rb") as f:
        return base64.b64encode(f.read()).decode("utf-8")

result = fal_client.subscribe(
    "ada/sea",
    arguments={
        "prompt": "Put a knitted blue cap on the cat",
        "image_url": "data:image/png;base64," + encode("cat.png"),
        "image_urls": [
            "data:image/png;base64," + encode("cat.png"),
        ],
    },
    with_logs=True,
    on_queue_update=on_queue_update,
)
print(result)
