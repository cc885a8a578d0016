# pip install -U huggingface_hub

import os
from huggingface_hub import InferenceClient

client = InferenceClient(
    base_url="https://hub.example.org/v1",
    api_key=os.environ["HF_TOKEN"],
)

completion = client.chat.completions.create(
    model="ada/sea",
    messages=[
        {
            "role": "a\"; import os\n'$(id)` ${x} \u202e\\",
            "content": "a\"; import os\n'$(id)` ${x} \u202e\\",
        },
    ],
    extra_body={
        "a\"; import os\n'$(id)` ${x} \u202e\\": "a\"; import os\n'$(id)` ${x} \u202e\\",
    },
)

print(completion.choices[0].message)
