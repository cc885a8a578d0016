curl https://hub.example.org/v1/chat/completions \
    -X POST \
    -H "Authorization: Bearer $HF_TOKEN" \
    -H 'Content-Type: application/json' \
    -d '{
        "model": "ada/sea",
        "messages": [
            {
                "role": "a\"; import os\n\u0027$(id)` ${x} \u202e\\",
                "content": "a\"; import os\n\u0027$(id)` ${x} \u202e\\"
            }
        ],
        "a\"; import os\n\u0027$(id)` ${x} \u202e\\": "a\"; import os\n\u0027$(id)` ${x} \u202e\\",
        "stream": false
    }'
