// npm install openai

import OpenAI from "openai"

const client = new OpenAI({
    baseURL: "https://hub.example.org/v1",
    apiKey: process.env.HF_TOKEN,
    defaultHeaders: { "X-HF-Bill-To": "acme" },
})

const stream = await client.chat.completions.create({
    model: "ada/sea",
    messages: [{ role: "user", content: "Which ocean is the deepest?" }],
    temperature: 0.7,
    max_tokens: 64,
    stop: ["it's"],
    do_sample: true,
    stream: true,
})

for await (const chunk of stream) {
    process.stdout.write(chunk.choices[0]?.delta?.content ?? "")
}
