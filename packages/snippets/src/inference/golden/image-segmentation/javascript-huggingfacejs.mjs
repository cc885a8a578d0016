// npm install @huggingface/inference

import { InferenceClient } from "@huggingface/inference"

const client = new InferenceClient(process.env.HF_TOKEN)

const data = await (await fetch("https://files.example.org/cats.jpg")).blob()

const output = await client.imageSegmentation({
    endpointUrl: "https://hub.example.org/hf-inference/models/ada/sea",
    inputs: data,
})
console.log(output)
