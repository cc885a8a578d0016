#!/usr/bin/env bash
set -eu

# Install
pip install -U habibi-tts huggingface_hub

# Speak with the voice of a recording
export HF_ENDPOINT=https://hub.example.org
hf download ada/habibi Unified/model_200000.safetensors Unified/vocab.txt --local-dir habibi-tts
habibi-tts_infer-cli --model Unified \
    --ckpt_file habibi-tts/Unified/model_200000.safetensors \
    --vocab_file habibi-tts/Unified/vocab.txt \
    --ref_audio your-voice.wav \
    --ref_text 'what is said in it' \
    --gen_text 'تغادر السفينة الميناء عند الفجر.'
