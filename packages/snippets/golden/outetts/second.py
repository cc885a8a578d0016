# Install
# pip install -U outetts huggingface_hub

# Read a text aloud
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import outetts
from huggingface_hub import snapshot_download

path = snapshot_download("ada/OuteTTS-0.2-500M")
interface = outetts.Interface(
    outetts.ModelConfig(
        model_path=path,
        tokenizer_path=path,
        interface_version=outetts.InterfaceVersion.V2,
        backend=outetts.Backend.HF,
        max_seq_length=4096,
    )
)
speech = interface.generate(outetts.GenerationConfig(text="The tide turns at noon.", max_length=4096))
speech.save("output.wav")
