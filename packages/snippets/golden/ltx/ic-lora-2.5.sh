#!/usr/bin/env bash
set -eu

# Get the code, and work in its folder
git clone https://github.com/Lightricks/LTX-2.git
cd LTX-2
uv sync --extra natten

# Download the weights
export HF_ENDPOINT=https://hub.example.org
hf download ada/model --local-dir models/model
hf download Lightricks/LTX-2.5 --local-dir models/LTX-2.5

# Change a video with the adapter
uv run python -m ltx_pipelines.ic_lora \
    --transformer-path models/LTX-2.5/transformer.safetensors \
    --text-encoder-path models/LTX-2.5/text-encoder.safetensors \
    --video-vae-path models/LTX-2.5/video-vae.safetensors \
    --audio-vae-path models/LTX-2.5/audio-vae.safetensors \
    --spatial-upsampler-path models/LTX-2.5/spatial-upsampler.safetensors \
    --lora models/model/your-weights.safetensors 1.0 \
    --video-conditioning reference.mp4 1.0 \
    --prompt 'Waves roll onto a pebble beach, gulls cry, the light is low' \
    --output-path output.mp4
