// npm install @huggingface/inference

import { writeFileSync } from "node:fs"
import { InferenceClient } from "@huggingface/inference"

const client = new InferenceClient(process.env.HF_TOKEN)

const keepRunning = setInterval(() => {}, 1000)
const blob = await client.textToVideo({
    provider: "novita",
    model: "ada/sea",
    inputs: "A fishing boat leaves a small harbour at sunrise, gulls follow it",
})
clearInterval(keepRunning)
writeFileSync("video.mp4", Buffer.from(await blob.arrayBuffer()))
