curl https://hub.example.org/hf-inference/models/ada/sea \
    -X POST \
    -H "Authorization: Bearer $HF_TOKEN" \
    -H 'Content-Type: application/json' \
    -d '{
        "inputs": {
            "data": {
                "Height": [
                    11.4,
                    7.2
                ],
                "Length1": [
                    23,
                    36.5
                ],
                "Length2": [
                    25.2,
                    39.1
                ],
                "Species": [
                    "Bream",
                    "Pike"
                ]
            }
        }
    }'
