// npm install @huggingface/inference

import { writeFileSync } from "node:fs"
import { InferenceClient } from "@huggingface/inference"

const client = new InferenceClient(process.env.HF_TOKEN)

const blob = await client.textToImage({
    endpointUrl: "https://hub.example.org/hf-inference/models/ada/sea",
    inputs: "A lighthouse on a rocky coast at dusk, waves, oil painting",
    parameters: { num_inference_steps: 5 },
}, { outputType: "blob" })
writeFileSync("image.png", Buffer.from(await blob.arrayBuffer()))
