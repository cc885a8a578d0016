{
    printf '%s' '{"inputs":"'
    base64 < cats.jpg | tr -d '\n'
    printf '%s' '","parameters":{"candidate_labels":["cat","dog","llama"]}}'
} | curl https://router.huggingface.co/hf-inference/models/ada/sea \
    -X POST \
    -H "Authorization: Bearer $HF_TOKEN" \
    -H 'Content-Type: application/json' \
    --data-binary @-
