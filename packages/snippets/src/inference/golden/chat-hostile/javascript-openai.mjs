// npm install openai

import OpenAI from "openai"

const client = new OpenAI({
    baseURL: "https://hub.example.org/v1",
    apiKey: process.env.HF_TOKEN,
})

const completion = await client.chat.completions.create({
    model: "ada/sea",
    messages: [
        {
            role: "a\"; import os\n'$(id)` ${x} \u202e\\",
            content: "a\"; import os\n'$(id)` ${x} \u202e\\",
        },
    ],
    "a\"; import os\n'$(id)` ${x} \u202e\\": "a\"; import os\n'$(id)` ${x} \u202e\\",
})

console.log(completion.choices[0].message)
