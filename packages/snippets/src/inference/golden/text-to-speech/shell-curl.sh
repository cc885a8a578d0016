# Note: The answer is a job, not the result: it names where to look, with the same Authorization, until it is done. The other languages do so.

curl https://router.huggingface.co/replicate/v1/predictions \
    -X POST \
    -H "Authorization: Bearer $HF_TOKEN" \
    -H 'Content-Type: application/json' \
    -H 'Prefer: wait' \
    -d '{
        "input": {
            "text": "The ferry to the islands leaves from quay three in ten minutes."
        },
        "version": "0f1e2d"
    }'
