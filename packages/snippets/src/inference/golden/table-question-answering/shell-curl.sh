curl https://hub.example.org/hf-inference/models/ada/sea \
    -X POST \
    -H "Authorization: Bearer $HF_TOKEN" \
    -H 'Content-Type: application/json' \
    -d '{
        "inputs": {
            "query": "Which lighthouse is the tallest?",
            "table": {
                "Lighthouse": [
                    "Larnholm",
                    "Skarv",
                    "Outer Tern"
                ],
                "Built": [
                    "1868",
                    "1902",
                    "1887"
                ],
                "Height (m)": [
                    "31",
                    "22",
                    "44"
                ],
                "Range (nmi)": [
                    "18",
                    "14",
                    "21"
                ]
            }
        }
    }'
