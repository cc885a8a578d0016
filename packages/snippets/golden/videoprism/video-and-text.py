# Install
# pip install -U git+https://github.com/google-deepmind/videoprism huggingface_hub

# Encode a video
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import jax
import numpy as np
from huggingface_hub import hf_hub_download
from videoprism import models as vp

model_name = "videoprism_lvt_public_v1_base"
path = hf_hub_download("ada/videoprism-lvt-base-f16r288", "flax_lvt_base_f16r288_repeated.npz")
flax_model = vp.get_model(model_name)
state = vp.load_pretrained_weights(model_name, checkpoint_path=path)

@jax.jit
def forward(inputs, train=False):
    return flax_model.apply(state, inputs, None, None, train=train)

video = np.zeros((1, 16, 288, 288, 3), dtype="float32")  # your frames, with values from 0 to 1
outputs = forward(video)
