// npm install openai

import { readFileSync } from "node:fs"
import OpenAI from "openai"

const client = new OpenAI({
    baseURL: "https://hub.example.org/v1",
    apiKey: process.env.HF_TOKEN,
})

const completion = await client.chat.completions.create({
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
