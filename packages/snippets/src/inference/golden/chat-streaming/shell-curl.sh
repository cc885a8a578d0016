curl -N https://hub.example.org/v1/chat/completions \
    -X POST \
    -H "Authorization: Bearer $HF_TOKEN" \
    -H 'Content-Type: application/json' \
    -H 'X-HF-Bill-To: acme' \
    -d '{
        "model": "ada/sea",
        "messages": [
            {
                "role": "user",
                "content": "Which ocean is the deepest?"
            }
        ],
        "temperature": 0.7,
        "max_tokens": 64,
        "stop": [
            "it\u0027s"
        ],
        "do_sample": true,
        "stream": true
    }'
