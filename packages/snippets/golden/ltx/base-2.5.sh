#!/usr/bin/env bash
set -eu

# Get the code, and work in its folder
git clone https://github.com/Lightricks/LTX-2.git
cd LTX-2
uv sync --extra natten

# Download the weights
export HF_ENDPOINT=https://hub.example.org
hf download ada/LTX-2.5 --local-dir models/LTX-2.5
hf download Lightricks/LTX-2.5-22b-IC-LoRA-Pixel-Spatial-Upscaler --local-dir models/detailing

# Make a video
# to start from a picture, add: --image your-image.png 0 0.8
uv run python -m ltx_pipelines.distilled \
    --transformer-path models/LTX-2.5/transformer.safetensors \
    --text-encoder-path models/LTX-2.5/text-encoder.safetensors \
    --video-vae-path models/LTX-2.5/video-vae.safetensors \
    --audio-vae-path models/LTX-2.5/audio-vae.safetensors \
    --spatial-upsampler-path models/LTX-2.5/spatial-upsampler.safetensors \
    --num-frames 121 \
    --prompt 'Waves roll onto a pebble beach, gulls cry, the light is low' \
    --output-path output.mp4

# Or at 1920 × 1088, with details painted in (3840 × 2176 works too)
# to start from a picture, add: --image your-image.png 0 0.8
uv run python -m ltx_pipelines.dfr_pipeline \
    --transformer-path models/LTX-2.5/transformer.safetensors \
    --text-encoder-path models/LTX-2.5/text-encoder.safetensors \
    --video-vae-path models/LTX-2.5/video-vae.safetensors \
    --audio-vae-path models/LTX-2.5/audio-vae.safetensors \
    --spatial-upsampler-path models/LTX-2.5/spatial-upsampler.safetensors \
    --detailing-lora models/detailing/your-weights.safetensors \
    --spatial-upscalings 1 \
    --temporal-upscalings 1 \
    --height 1088 \
    --width 1920 \
    --num-frames 121 \
    --prompt 'Waves roll onto a pebble beach, gulls cry, the light is low' \
    --output-path output.mp4
