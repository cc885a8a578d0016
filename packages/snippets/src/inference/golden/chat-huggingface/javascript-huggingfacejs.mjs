// npm install @huggingface/inference

import { InferenceClient } from "@huggingface/inference"

const client = new InferenceClient(process.env.HF_TOKEN)

const completion = await client.chatCompletion({
    model: "ada/sea:groq",
    messages: [{ role: "user", content: "Which ocean is the deepest?" }],
    temperature: 0.7,
    max_tokens: 64,
    stop: ["it's"],
    do_sample: true,
}, { billTo: "acme" })

console.log(completion.choices[0].message)
