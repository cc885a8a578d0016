// npm install @huggingface/inference

import { readFileSync } from "node:fs"
import { InferenceClient } from "@huggingface/inference"

const client = new InferenceClient(process.env.HF_TOKEN)

const data = new Blob([readFileSync("sample1.flac")], { type: "audio/flac" })

const output = await client.automaticSpeechRecognition({
    endpointUrl: "https://hub.example.org/hf-inference/models/ada/sea",
    inputs: data,
})
console.log(output)
