curl http://localhost:8080/v1/chat/completions \
    -X POST \
    -H "Authorization: Bearer $API_TOKEN" \
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
