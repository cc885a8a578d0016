# Install
# pip install -U llama-cpp-python huggingface_hub

# Run a GGUF file
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from huggingface_hub import hf_hub_download
from llama_cpp import Llama

parts = [
    "q4/huge-Q4_K_M-00001-of-00003.gguf",
    "q4/huge-Q4_K_M-00002-of-00003.gguf",
    "q4/huge-Q4_K_M-00003-of-00003.gguf",
]
path = [hf_hub_download("ada/huge-gguf", part) for part in parts][0]
llm = Llama(model_path=path, n_ctx=0)  # 0: the context length of the model
output = llm("Once upon a time", max_tokens=128, echo=True)
print(output["choices"][0]["text"])
