curl https://hub.example.org/hf-inference/models/ada/sea \
    -X POST \
    -H "Authorization: Bearer $HF_TOKEN" \
    -H 'Content-Type: application/json' \
    -d '{
        "inputs": "The card reader at the fuel dock has been out of order since Friday.",
        "parameters": {
            "candidate_labels": [
                "refund",
                "legal",
                "faq"
            ]
        }
    }'
