# Install
# pip install -U transformers torch accelerate

# Sign in, once
# export HF_ENDPOINT=https://hub.example.org
# hf auth login

# Run it with a pipeline
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from transformers import pipeline

pipe = pipeline("text-generation", model="o\"; import os; os.system(\"id\") #\n/x'`${y}", revision="refs/pr/1", trust_remote_code=True)
messages = [{"role": "user", "content": "Which ocean is the deepest?"}]
print(pipe(messages, max_new_tokens=40))

# Load the model
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from transformers import AutoModel

model = AutoModel.from_pretrained("o\"; import os; os.system(\"id\") #\n/x'`${y}", revision="refs/pr/1", trust_remote_code=True, device_map="auto")
