// npm install @huggingface/inference

import { InferenceClient } from "@huggingface/inference"

const client = new InferenceClient(process.env.HF_TOKEN)

const output = await client.fillMask({
    provider: "auto",
    model: "ada/sea",
    inputs: "The keeper of the lighthouse lit the <mask>.",
})
console.log(output)
