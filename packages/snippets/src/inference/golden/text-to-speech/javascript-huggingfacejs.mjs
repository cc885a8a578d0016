// npm install @huggingface/inference

import { writeFileSync } from "node:fs"
import { InferenceClient } from "@huggingface/inference"

const client = new InferenceClient(process.env.HF_TOKEN)

const blob = await client.textToSpeech({
    provider: "replicate",
    model: "ada/sea",
    inputs: "The ferry to the islands leaves from quay three in ten minutes.",
})
writeFileSync("speech.wav", Buffer.from(await blob.arrayBuffer()))
