# pip install -U fal-client
# Note: Calls fal itself, with your key of fal in the environment variable FAL_KEY.

import fal_client

def on_queue_update(update):
    if isinstance(update, fal_client.InProgress):
        for log in update.logs or []:
            print(log["message"])

result = fal_client.subscribe(
    "fal-ai/lora",
    arguments={
        "prompt": "A lighthouse on a rocky coast at dusk, waves, oil painting",
        "loras": [
            {
                "path": "https://huggingface.co/ada/sea/resolve/main/weights/sea%20boat.safetensors",
                "scale": 1,
            },
        ],
        "model_name": "stabilityai/stable-diffusion-xl-base-1.0",
    },
    with_logs=True,
    on_queue_update=on_queue_update,
)
print(result)
