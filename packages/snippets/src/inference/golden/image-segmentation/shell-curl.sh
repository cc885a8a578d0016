curl -sSL https://files.example.org/cats.jpg | curl https://hub.example.org/hf-inference/models/ada/sea \
    -X POST \
    -H "Authorization: Bearer $HF_TOKEN" \
    -H 'Content-Type: image/jpeg' \
    --data-binary @-
