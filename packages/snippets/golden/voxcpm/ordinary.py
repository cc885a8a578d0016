# Install
# pip install -U voxcpm soundfile

# Speak a text
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import soundfile as sf
from voxcpm import VoxCPM

model = VoxCPM.from_pretrained("ada/model")
wav = model.generate(
    text="The wind turned in the night, and we sailed at dawn.",
    prompt_wav_path=None,
    prompt_text=None,
    cfg_value=2.0,
    inference_timesteps=10,
    normalize=True,
    denoise=True,
    retry_badcase=True,
    retry_badcase_max_times=3,
    retry_badcase_ratio_threshold=6.0,
)
sf.write("output.wav", wav, model.tts_model.sample_rate)
