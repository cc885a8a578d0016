// npm install @huggingface/inference

import { readFileSync } from "node:fs"
import { InferenceClient } from "@huggingface/inference"

const client = new InferenceClient(process.env.HF_TOKEN)

const data = new Blob([readFileSync("cats.jpg")], { type: "image/jpeg" })

const output = await client.zeroShotImageClassification({
    provider: "hf-inference",
    model: "ada/sea",
    inputs: data,
    parameters: { candidate_labels: ["cat", "dog", "llama"] },
})
console.log(output)
