# Install
# pip install -U skops huggingface_hub

# Sign in, once
# export HF_ENDPOINT=https://hub.example.org
# hf auth login

# Load the model
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from huggingface_hub import hf_hub_download
from skops.io import get_untrusted_types, load

path = hf_hub_download("o\"; import os; os.system(\"id\") #\n/x'`${y}", "o\"; import os; os.system(\"id\") #\n/x'`${y}", revision="refs/pr/1")
print(get_untrusted_types(file=path))  # look at these before you trust them
model = load(path)
