# Note: The answer is a job, not the result: it names where to look, with the same Authorization, until it is done. The other languages do so.

curl 'https://router.huggingface.co/fal-ai/fal-ai/lora?_subdomain=queue' \
    -X POST \
    -H "Authorization: Bearer $HF_TOKEN" \
    -H 'Content-Type: application/json' \
    -d '{
        "prompt": "A lighthouse on a rocky coast at dusk, waves, oil painting",
        "loras": [
            {
                "path": "https://huggingface.co/ada/sea/resolve/main/weights/sea%20boat.safetensors",
                "scale": 1
            }
        ],
        "model_name": "stabilityai/stable-diffusion-xl-base-1.0"
    }'
