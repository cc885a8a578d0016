// npm install @huggingface/inference

import { writeFileSync } from "node:fs"
import { InferenceClient } from "@huggingface/inference"

const client = new InferenceClient(process.env.TOGETHER_API_KEY)

const blob = await client.textToImage({
    provider: "together",
    model: "ada/sea",
    inputs: "A lighthouse on a rocky coast at dusk, waves, oil painting",
    parameters: { num_inference_steps: 5 },
}, { outputType: "blob" })
writeFileSync("image.png", Buffer.from(await blob.arrayBuffer()))
