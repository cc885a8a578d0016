curl https://hub.example.org/deepinfra/v1/openai/embeddings \
    -X POST \
    -H "Authorization: Bearer $HF_TOKEN" \
    -H 'Content-Type: application/json' \
    -d '{
        "input": "The tide turns at noon, and the boats leave with it.",
        "model": "ada/sea"
    }'
