# Install
# pip install -U llama-cpp-python huggingface_hub

# Sign in, once
# export HF_ENDPOINT=https://hub.example.org
# hf auth login

# Run a GGUF file
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from huggingface_hub import hf_hub_download
from llama_cpp import Llama

path = hf_hub_download("o\"; import os; os.system(\"id\") #\n/x'`${y}", "o\"; import os; os.system(\"id\") #\n/x'`${y}.gguf", revision="refs/pr/1")
llm = Llama(model_path=path, n_ctx=0)  # 0: the context length of the model
reply = llm.create_chat_completion(messages=[{"role": "user", "content": "Which ocean is the deepest?"}], max_tokens=128)
print(reply["choices"][0]["message"]["content"])
