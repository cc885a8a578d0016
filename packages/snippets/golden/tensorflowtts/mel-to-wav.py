# Install
# pip install -U TensorFlowTTS 'huggingface_hub<0.26'

# Turn a spectrogram into sound
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import numpy
from huggingface_hub import hf_hub_download
from tensorflow_tts.inference import AutoConfig, TFAutoModel

config = AutoConfig.from_pretrained(hf_hub_download("ada/model", "config.yml"))
weights = hf_hub_download("ada/model", "model.h5")
model = TFAutoModel.from_pretrained(weights, config=config)
mels = numpy.load("your-mel-spectrogram.npy")
audio = model.inference(mels)
