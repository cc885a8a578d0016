// pnpm add openai

import OpenAI from "openai"

const client = new OpenAI({
    baseURL: "https://api.cohere.com/compatibility/v1",
    apiKey: process.env.COHERE_API_KEY,
})

const completion = await client.chat.completions.create({
    model: "sea-8b",
    messages: [{ role: "user", content: "Which ocean is the deepest?" }],
})

console.log(completion.choices[0].message)
