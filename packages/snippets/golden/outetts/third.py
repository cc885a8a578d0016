# Install
# pip install -U outetts huggingface_hub

# Read a text aloud
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import outetts
from huggingface_hub import snapshot_download

path = snapshot_download("ada/Llama-OuteTTS-1.0-1B")
interface = outetts.Interface(
    outetts.ModelConfig(
        model_path=path,
        tokenizer_path=path,
        interface_version=outetts.InterfaceVersion.V3,
        backend=outetts.Backend.HF,
        max_seq_length=8192,
    )
)
speaker = interface.load_default_speaker("EN-FEMALE-1-NEUTRAL")
speech = interface.generate(outetts.GenerationConfig(text="The tide turns at noon.", speaker=speaker))
speech.save("output.wav")
