curl https://hub.example.org/v1/chat/completions \
    -X POST \
    -H "Authorization: Bearer $HF_TOKEN" \
    -H 'Content-Type: application/json' \
    -d '{
        "model": "ada/sea",
        "messages": [
            {
                "role": "user",
                "content": "Which ocean is the deepest?"
            }
        ],
        "stream": false
    }'
