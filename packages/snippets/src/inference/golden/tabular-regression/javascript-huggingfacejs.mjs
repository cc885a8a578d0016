// npm install @huggingface/inference

import { InferenceClient } from "@huggingface/inference"

const client = new InferenceClient(process.env.HF_TOKEN)

const output = await client.tabularRegression({
    endpointUrl: "https://hub.example.org/hf-inference/models/ada/sea",
    inputs: {
        data: {
            Height: [11.4, 7.2],
            Length1: [23, 36.5],
            Length2: [25.2, 39.1],
            Species: ["Bream", "Pike"],
        },
    },
})
console.log(output)
