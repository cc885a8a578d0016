// npm install @huggingface/inference

import { InferenceClient } from "@huggingface/inference"

const client = new InferenceClient(process.env.API_TOKEN)

const completion = await client.chatCompletion({
    endpointUrl: "http://localhost:8080/v1",
    model: "ada/sea",
    messages: [{ role: "user", content: "Which ocean is the deepest?" }],
})

console.log(completion.choices[0].message)
