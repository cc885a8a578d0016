{
    printf '%s' '{"inputs":{"question":"What is written on the collar?","image":"'
    base64 < cat.png | tr -d '\n'
    printf '%s' '"}}'
} | curl https://hub.example.org/hf-inference/models/ada/sea \
    -X POST \
    -H "Authorization: Bearer $HF_TOKEN" \
    -H 'Content-Type: application/json' \
    --data-binary @-
