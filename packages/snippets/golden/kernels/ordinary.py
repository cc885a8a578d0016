# Install
# pip install -U kernels torch

# Load the kernel
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from kernels import get_kernel

kernel = get_kernel("ada/model")
print(dir(kernel))
