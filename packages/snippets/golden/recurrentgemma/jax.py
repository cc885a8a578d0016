# Install
# pip install -U 'recurrentgemma[full]' huggingface_hub

# Continue a text
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from pathlib import Path

from huggingface_hub import snapshot_download
from recurrentgemma import jax as recurrentgemma
from sentencepiece import SentencePieceProcessor

path = snapshot_download("ada/recurrentgemma-9b-flax")
parameters = recurrentgemma.load_parameters(str(Path(path, "9b")), "single_device")
config = recurrentgemma.GriffinConfig.from_flax_params_or_variables(parameters, preset=recurrentgemma.Preset.RECURRENT_GEMMA_9B_V1)
sampler = recurrentgemma.Sampler(
    model=recurrentgemma.Griffin(config),
    vocab=SentencePieceProcessor(model_file=f"{path}/tokenizer.model"),
    params=parameters,
    is_it_model=False,
)
print(sampler(["Once upon a time"], total_generation_steps=100).text[0])
