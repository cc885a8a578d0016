# Install
# git clone https://github.com/Cypress-Yang/SongBloom.git
# cd SongBloom
# pip install -r requirements.txt
# source set_env.sh

# Make a song of lyrics
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

import torch
import torchaudio
from huggingface_hub import snapshot_download
from infer import SongBloom_Sampler, load_config

path = snapshot_download("ada/songs")
name = "songbloom_full_150s_dpo"
config = load_config(f"{path}/{name}.yaml", parent_dir=path)
model = SongBloom_Sampler.build_from_trainer(config, strict=True, dtype=torch.bfloat16)
model.set_generation_params(**config.inference)

# ten seconds in the style that you want
style, rate = torchaudio.load("your-style.wav")
style = torchaudio.functional.resample(style, rate, model.sample_rate).mean(dim=0, keepdim=True)
style = style[..., : 10 * model.sample_rate].to(torch.bfloat16)
lyrics = "[intro] [intro] [intro] , [verse] The wind has turned. We sail at dawn , [chorus] Over the water and far away , [outro] [outro]"
song = model.generate(lyrics, style)
torchaudio.save("output.flac", song[0].cpu().float(), model.sample_rate)
