#!/usr/bin/env bash
set -eu

# Get the code, and work in its folder
git clone https://github.com/Lightricks/LTX-2.git
cd LTX-2
uv sync --frozen

# Download the weights
export HF_ENDPOINT=https://hub.example.org
hf download ada/LTX-2.3 --local-dir models/LTX-2.3
hf download google/gemma-3-12b-it-qat-q4_0-unquantized --local-dir models/gemma-3-12b

# Make a video, the quick way
# to start from a picture, add: --image your-image.png 0 0.8
uv run python -m ltx_pipelines.distilled \
    --distilled-checkpoint-path models/LTX-2.3/ltx-2.3-22b-distilled.safetensors \
    --spatial-upsampler-path models/LTX-2.3/ltx-2.3-spatial-upscaler-x2-1.0.safetensors \
    --gemma-root models/gemma-3-12b \
    --prompt 'Waves roll onto a pebble beach, gulls cry, the light is low' \
    --output-path output.mp4

# Or in the best quality
# to start from a picture, add: --image your-image.png 0 0.8
uv run python -m ltx_pipelines.ti2vid_two_stages_hq \
    --checkpoint-path models/LTX-2.3/ltx-2.3-22b-dev.safetensors \
    --distilled-lora models/LTX-2.3/ltx-2.3-22b-distilled-lora-384.safetensors 0.8 \
    --spatial-upsampler-path models/LTX-2.3/ltx-2.3-spatial-upscaler-x2-1.0.safetensors \
    --gemma-root models/gemma-3-12b \
    --prompt 'Waves roll onto a pebble beach, gulls cry, the light is low' \
    --output-path output.mp4
