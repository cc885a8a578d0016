# Install
# pip install -U lightning-ir

# Score documents with a cross-encoder
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from lightning_ir import CrossEncoderModule

model = CrossEncoderModule("ada/model")
output = model.score(
    "Which ocean is the deepest?",
    [
        "The Mariana Trench lies in the Pacific.",
        "Genoa is a harbour in Italy.",
        "The North Sea is shallow.",
    ],
)
print(output.scores)
