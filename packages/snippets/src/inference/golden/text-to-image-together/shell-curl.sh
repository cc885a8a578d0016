# Note: The answer is JSON; data.0.b64_json in it is the file, as base64.

curl https://api.together.xyz/v1/images/generations \
    -X POST \
    -H "Authorization: Bearer $TOGETHER_API_KEY" \
    -H 'Content-Type: application/json' \
    -d '{
        "prompt": "A lighthouse on a rocky coast at dusk, waves, oil painting",
        "response_format": "base64",
        "model": "ada/sea"
    }'
