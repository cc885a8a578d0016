# Note: The answer is a job, not the result: it names where to look, with the same Authorization, until it is done. The other languages do so.

{
    printf '%s' '{"prompt":"Put a knitted blue cap on the cat","image_url":"data:image/png;base64,'
    base64 < cat.png | tr -d '\n'
    printf '%s' '","image_urls":["data:image/png;base64,'
    base64 < cat.png | tr -d '\n'
    printf '%s' '"]}'
} | curl 'https://router.huggingface.co/fal-ai/ada/sea?_subdomain=queue' \
    -X POST \
    -H "Authorization: Bearer $HF_TOKEN" \
    -H 'Content-Type: application/json' \
    -H 'X-HF-Bill-To: acme' \
    --data-binary @-
