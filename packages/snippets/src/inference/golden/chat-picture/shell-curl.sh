{
    printf '%s' '{"model":"ada/sea","messages":[{"role":"user","content":[{"type":"text","text":"Say in one sentence what this picture shows."},{"type":"image_url","image_url":{"url":"data:image/png;base64,'
    base64 < cat.png | tr -d '\n'
    printf '%s' '"}}]}],"stream":false}'
} | curl https://hub.example.org/v1/chat/completions \
    -X POST \
    -H "Authorization: Bearer $HF_TOKEN" \
    -H 'Content-Type: application/json' \
    --data-binary @-
