# Install
# pip install -U sae-lens

# Load one of the autoencoders
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from sae_lens import SAE

# sae_id: a folder of the repository, which holds many
sae = SAE.from_pretrained(release="ada/gemma-saes", sae_id="layer_12")
print(sae.cfg.d_in, sae.cfg.d_sae)
