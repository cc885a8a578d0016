curl https://hub.example.org/hf-inference/models/ada/sea/pipeline/sentence-similarity \
    -X POST \
    -H "Authorization: Bearer $HF_TOKEN" \
    -H 'Content-Type: application/json' \
    -d '{
        "inputs": {
            "source_sentence": "The harbour is closed because of the storm.",
            "sentences": [
                "No ship may enter the port in this weather.",
                "The harbour café closes at six.",
                "My cousin plays the accordion."
            ]
        }
    }'
