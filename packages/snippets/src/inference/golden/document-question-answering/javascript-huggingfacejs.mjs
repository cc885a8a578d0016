// npm install @huggingface/inference

import { readFileSync } from "node:fs"
import { InferenceClient } from "@huggingface/inference"

const client = new InferenceClient(process.env.HF_TOKEN)

const data = new Blob([readFileSync("cat.png")], { type: "image/png" })

const output = await client.documentQuestionAnswering({
    endpointUrl: "https://hub.example.org/hf-inference/models/ada/sea",
    inputs: { question: "What is written on the collar?", image: data },
})
console.log(output)
