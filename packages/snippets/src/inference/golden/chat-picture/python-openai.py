# pip install -U openai

import base64
import os
from openai import OpenAI

client = OpenAI(
    base_url="https://hub.example.org/v1",
    api_key=os.environ["HF_TOKEN"],
)

def encode(filename):
    with open(filename, "rb") as f:
        return base64.b64encode(f.read()).decode("utf-8")

completion = client.chat.completions.create(
    model="ada/sea",
    messages=[
        {
            "role": "user",
            "content": [
                {"type": "text", "text": "Say in one sentence what this picture shows."},
                {
                    "type": "image_url",
                    "image_url": {
                        "url": "data:image/png;base64," + encode("cat.png"),
                    },
                },
            ],
        },
    ],
)

print(completion.choices[0].message)
