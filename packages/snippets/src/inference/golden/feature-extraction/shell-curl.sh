curl https://router.huggingface.co/hf-inference/models/ada/sea/pipeline/feature-extraction \
    -X POST \
    -H "Authorization: Bearer $HF_TOKEN" \
    -H 'Content-Type: application/json' \
    -d '{
        "inputs": [
            "One line.",
            "Another."
        ],
        "parameters": {
            "normalize": true
        }
    }'
