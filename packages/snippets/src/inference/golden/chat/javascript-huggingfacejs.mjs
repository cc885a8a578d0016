// npm install @huggingface/inference

import { InferenceClient } from "@huggingface/inference"

const client = new InferenceClient(process.env.HF_TOKEN)

const completion = await client.chatCompletion({
    endpointUrl: "https://hub.example.org/v1",
    model: "ada/sea",
    messages: [{ role: "user", content: "Which ocean is the deepest?" }],
})

console.log(completion.choices[0].message)
