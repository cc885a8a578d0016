// npm install @huggingface/inference

import { InferenceClient } from "@huggingface/inference"

const client = new InferenceClient(process.env.HF_TOKEN)

const output = await client.featureExtraction({
    provider: "hf-inference",
    model: "ada/sea",
    inputs: ["One line.", "Another."],
    parameters: { normalize: true },
})
console.log(output)
