curl https://api.cohere.com/compatibility/v1/chat/completions \
    -X POST \
    -H "Authorization: Bearer $COHERE_API_KEY" \
    -H 'Content-Type: application/json' \
    -d '{
        "model": "sea-8b",
        "messages": [
            {
                "role": "user",
                "content": "Which ocean is the deepest?"
            }
        ],
        "stream": false
    }'
