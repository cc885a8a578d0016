// npm install @huggingface/inference

import { readFileSync, writeFileSync } from "node:fs"
import { InferenceClient } from "@huggingface/inference"

const client = new InferenceClient(process.env.HF_TOKEN)

const data = new Blob([readFileSync("cat.png")], { type: "image/png" })

const keepRunning = setInterval(() => {}, 1000)
const blob = await client.imageToImage({
    provider: "fal-ai",
    model: "ada/sea",
    inputs: data,
    parameters: { prompt: "Put a knitted blue cap on the cat" },
}, { billTo: "acme" })
clearInterval(keepRunning)
writeFileSync("image.png", Buffer.from(await blob.arrayBuffer()))
