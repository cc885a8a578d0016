# Install
# pip install -U skala

# Compute the energy of a molecule
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from huggingface_hub import hf_hub_download
from pyscf import gto
from skala.functional import TracedFunctional
from skala.pyscf import SkalaKS

path = hf_hub_download("ada/functional", "functional.fun")
functional = TracedFunctional.load(path)
water = gto.M(atom="O 0 0 0; H 0 -0.757 0.587; H 0 0.757 0.587", basis="def2-svp")
energy = SkalaKS(water, xc=functional).kernel()
print(energy)  # in hartree
