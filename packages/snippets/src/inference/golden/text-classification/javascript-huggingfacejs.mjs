// npm install @huggingface/inference

import { InferenceClient } from "@huggingface/inference"

const client = new InferenceClient(process.env.HF_TOKEN)

const output = await client.textClassification({
    endpointUrl: "https://hub.example.org/hf-inference/models/ada/sea",
    inputs: "The crossing was rough, but the crew could not have been kinder.",
    parameters: { top_k: 2 },
})
console.log(output)
