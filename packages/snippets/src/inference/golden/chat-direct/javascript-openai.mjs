// npm install openai

import OpenAI from "openai"

const client = new OpenAI({
    baseURL: "https://api.z.ai/api/paas/v4",
    apiKey: process.env.ZAI_ORG_API_KEY,
    defaultHeaders: { "x-source-channel": "hugging_face", "accept-language": "en-US,en" },
})

const stream = await client.chat.completions.create({
    model: "ada/sea",
    messages: [{ role: "user", content: "Which ocean is the deepest?" }],
    stream: true,
})

for await (const chunk of stream) {
    process.stdout.write(chunk.choices[0]?.delta?.content ?? "")
}
