// npm install openai

import OpenAI from "openai"

const client = new OpenAI({
    baseURL: "https://router.huggingface.co/v1",
    apiKey: process.env.HF_TOKEN,
    defaultHeaders: { "X-HF-Bill-To": "acme" },
})

const completion = await client.chat.completions.create({
    model: "ada/sea:groq",
    messages: [{ role: "user", content: "Which ocean is the deepest?" }],
    temperature: 0.7,
    max_tokens: 64,
    stop: ["it's"],
    do_sample: true,
})

console.log(completion.choices[0].message)
