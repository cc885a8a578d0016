curl https://hub.example.org/hf-inference/models/ada/sea \
    -X POST \
    -H "Authorization: Bearer $HF_TOKEN" \
    -H 'Content-Type: application/json' \
    -d '{
        "inputs": "The crossing was rough, but the crew could not have been kinder.",
        "parameters": {
            "top_k": 2
        }
    }'
