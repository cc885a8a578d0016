# Install
# pip install -U 'mellea[hf]'

# Fetch one adapter and its format
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from mellea.formatters.granite.intrinsics import IntrinsicsRewriter, obtain_io_yaml, obtain_lora

name, base_model = "answerability", "granite-4.0-micro"
adapter = obtain_lora(name, base_model, "ada/adapters", alora=True)
config = obtain_io_yaml(name, base_model, "ada/adapters", alora=True)
rewriter = IntrinsicsRewriter(config_file=config)  # turns a request into what the adapter reads
print(adapter)
