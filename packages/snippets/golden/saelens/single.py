# Install
# pip install -U sae-lens

# Load the autoencoder
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from huggingface_hub import snapshot_download
from sae_lens import SAE

path = snapshot_download("ada/one-sae")
sae = SAE.load_from_disk(path)
print(sae.cfg.d_in, sae.cfg.d_sae)
