# Install
# git clone --branch v1_legacy https://github.com/magenta/magenta-realtime.git
# cd magenta-realtime
# python -m venv .venv
# . .venv/bin/activate
# git clone https://github.com/google-research/t5x.git
# cd t5x
# git checkout 7781d16
# patch setup.py < ../patch/t5x_setup.py.patch
# patch t5x/partitioning.py < ../patch/t5x_partitioning.py.patch
# pip install ".[gpu]"
# cd ..
# pip install -e ".[gpu]" tf2jax==0.3.8 huggingface_hub
# patch .venv/lib/python3.12/site-packages/seqio/vocabularies.py < patch/seqio_vocabularies.py.patch

# Make ten seconds of music
import os

os.environ["HF_ENDPOINT"] = "https://hub.example.org"  # before the imports below

from magenta_rt import asset, audio, system

asset.HF_REPO_NAME = "ada/music"
asset.set_cache_dir("magenta-rt")
model = system.MagentaRT(tag="large", device="gpu")
style = model.embed_style("A slow shanty on an accordion, waves in the distance")

state = None
chunks = []
for _ in range(5):
    state, chunk = model.generate_chunk(state=state, style=style)
    chunks.append(chunk)
audio.concatenate(chunks).write("music.wav")
