# Install
# pip install -U skala

# Compute the energy of a molecule
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from pyscf import gto
from skala.pyscf import SkalaKS

water = gto.M(atom="O 0 0 0; H 0 -0.757 0.587; H 0 0.757 0.587", basis="def2-svp")
energy = SkalaKS(water, xc="skala-1.1").kernel()
print(energy)  # in hartree
