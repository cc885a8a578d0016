// npm install @huggingface/inference

import { InferenceClient } from "@huggingface/inference"

const client = new InferenceClient(process.env.HF_TOKEN)

const output = await client.tableQuestionAnswering({
    endpointUrl: "https://hub.example.org/hf-inference/models/ada/sea",
    inputs: {
        query: "Which lighthouse is the tallest?",
        table: {
            Lighthouse: ["Larnholm", "Skarv", "Outer Tern"],
            Built: ["1868", "1902", "1887"],
            "Height (m)": ["31", "22", "44"],
            "Range (nmi)": ["18", "14", "21"],
        },
    },
})
console.log(output)
