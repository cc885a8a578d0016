# Install
# pip install -U TensorFlowTTS 'huggingface_hub<0.26'

# Load the model
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from huggingface_hub import hf_hub_download
from tensorflow_tts.inference import AutoConfig, TFAutoModel

config = AutoConfig.from_pretrained(hf_hub_download("ada/model", "config.yml"))
weights = hf_hub_download("ada/model", "model.h5")
model = TFAutoModel.from_pretrained(weights, config=config)
