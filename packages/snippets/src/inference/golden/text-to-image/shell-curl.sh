curl https://hub.example.org/hf-inference/models/ada/sea \
    -X POST \
    -H "Authorization: Bearer $HF_TOKEN" \
    -H 'Content-Type: application/json' \
    -d '{
        "inputs": "A lighthouse on a rocky coast at dusk, waves, oil painting"
    }' \
    --output image.png
