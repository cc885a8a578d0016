// npm install @huggingface/inference

import { InferenceClient } from "@huggingface/inference"

const client = new InferenceClient(process.env.HF_TOKEN)

const output = await client.sentenceSimilarity({
    endpointUrl: "https://hub.example.org/hf-inference/models/ada/sea/pipeline/sentence-similarity",
    inputs: {
        source_sentence: "The harbour is closed because of the storm.",
        sentences: [
            "No ship may enter the port in this weather.",
            "The harbour café closes at six.",
            "My cousin plays the accordion.",
        ],
    },
})
console.log(output)
