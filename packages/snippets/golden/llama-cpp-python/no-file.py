# Install
# pip install -U llama-cpp-python huggingface_hub

# Run a GGUF file
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from huggingface_hub import hf_hub_download
from llama_cpp import Llama

path = hf_hub_download("ada/q", "your-file.gguf")
llm = Llama(model_path=path, n_ctx=0)  # 0: the context length of the model
output = llm("Once upon a time", max_tokens=128, echo=True)
print(output["choices"][0]["text"])
