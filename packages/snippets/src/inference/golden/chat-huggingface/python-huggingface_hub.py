# pip install -U huggingface_hub

import os
from huggingface_hub import InferenceClient

client = InferenceClient(
    api_key=os.environ["HF_TOKEN"],
    bill_to="acme",
)

completion = client.chat.completions.create(
    model="ada/sea:groq",
    messages=[{"role": "user", "content": "Which ocean is the deepest?"}],
    temperature=0.7,
    max_tokens=64,
    stop=["it's"],
    extra_body={"do_sample": True},
)

print(completion.choices[0].message)
