curl -N https://api.z.ai/api/paas/v4/chat/completions \
    -X POST \
    -H "Authorization: Bearer $ZAI_ORG_API_KEY" \
    -H 'Content-Type: application/json' \
    -H 'x-source-channel: hugging_face' \
    -H 'accept-language: en-US,en' \
    -d '{
        "model": "ada/sea",
        "messages": [
            {
                "role": "user",
                "content": "Which ocean is the deepest?"
            }
        ],
        "stream": true
    }'
