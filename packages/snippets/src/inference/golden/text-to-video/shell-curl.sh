# Note: The answer is a job, not the result: it names where to look, with the same Authorization, until it is done. The other languages do so.

curl https://router.huggingface.co/novita/v3/async/ada/sea \
    -X POST \
    -H "Authorization: Bearer $HF_TOKEN" \
    -H 'Content-Type: application/json' \
    -d '{
        "prompt": "A fishing boat leaves a small harbour at sunrise, gulls follow it"
    }'
