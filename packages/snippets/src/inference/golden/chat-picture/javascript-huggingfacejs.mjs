// npm install @huggingface/inference

import { readFileSync } from "node:fs"
import { InferenceClient } from "@huggingface/inference"

const client = new InferenceClient(process.env.HF_TOKEN)

const completion = await client.chatCompletion({
    endpointUrl: "https://hub.example.org/v1",
    model: "ada/sea",
    messages: [
        {
            role: "user",
            content: [
                { type: "text", text: "Say in one sentence what this picture shows." },
                {
                    type: "image_url",
                    image_url: {
                        url: "data:image/png;base64," + readFileSync("cat.png", "base64"),
                    },
                },
            ],
        },
    ],
})

console.log(completion.choices[0].message)
