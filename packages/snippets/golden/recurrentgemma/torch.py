# Install
# pip install -U 'recurrentgemma[full]' huggingface_hub

# Continue a text
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import torch
from huggingface_hub import hf_hub_download
from recurrentgemma import torch as recurrentgemma
from sentencepiece import SentencePieceProcessor

device = "cuda" if torch.cuda.is_available() else "cpu"
weights = hf_hub_download("ada/recurrentgemma-2b-it-pytorch", "2b-it.pt")
vocabulary = hf_hub_download("ada/recurrentgemma-2b-it-pytorch", "tokenizer.model")
parameters = torch.load(weights, map_location=device, weights_only=True)
config = recurrentgemma.GriffinConfig.from_torch_params(parameters, preset=recurrentgemma.Preset.RECURRENT_GEMMA_2B_V1)
model = recurrentgemma.Griffin(config, device=device, dtype=torch.bfloat16)
model.load_state_dict(parameters)
sampler = recurrentgemma.Sampler(
    model=model,
    vocab=SentencePieceProcessor(model_file=vocabulary),
    is_it_model=True,
)
print(sampler(["Once upon a time"], total_generation_steps=100).text[0])
