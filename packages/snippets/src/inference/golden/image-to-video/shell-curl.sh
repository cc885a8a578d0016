# Note: The answer is a job, not the result: it names where to look, with the same Authorization, until it is done. The other languages do so.

{
    printf '%s' '{"prompt":"The cat yawns, stretches and walks out of the picture","image":"'
    base64 < cat.png | tr -d '\n'
    printf '%s' '","images":["'
    base64 < cat.png | tr -d '\n'
    printf '%s' '"]}'
} | curl https://hub.example.org/wavespeed/api/v3/ada/sea \
    -X POST \
    -H "Authorization: Bearer $HF_TOKEN" \
    -H 'Content-Type: application/json' \
    --data-binary @-
