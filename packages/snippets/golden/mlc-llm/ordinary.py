# Install
# pip install --pre -U -f https://mlc.ai/wheels mlc-llm-nightly-cpu mlc-ai-nightly-cpu
# pip install huggingface_hub

# Chat with the model
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from huggingface_hub import snapshot_download
from mlc_llm import MLCEngine

path = snapshot_download("ada/model")
engine = MLCEngine(path)
response = engine.chat.completions.create(
    messages=[{"role": "user", "content": "Why do ships carry anchors?"}],
    model=path,
)
print(response.choices[0].message.content)
engine.terminate()
