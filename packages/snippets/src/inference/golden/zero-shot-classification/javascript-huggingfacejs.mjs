// npm install @huggingface/inference

import { InferenceClient } from "@huggingface/inference"

const client = new InferenceClient(process.env.HF_TOKEN)

const output = await client.zeroShotClassification({
    endpointUrl: "https://hub.example.org/hf-inference/models/ada/sea",
    inputs: "The card reader at the fuel dock has been out of order since Friday.",
    parameters: { candidate_labels: ["refund", "legal", "faq"] },
})
console.log(output)
