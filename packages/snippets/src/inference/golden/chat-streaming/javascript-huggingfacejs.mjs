// npm install @huggingface/inference

import { InferenceClient } from "@huggingface/inference"

const client = new InferenceClient(process.env.HF_TOKEN)

const stream = client.chatCompletionStream({
    endpointUrl: "https://hub.example.org/v1",
    model: "ada/sea",
    messages: [{ role: "user", content: "Which ocean is the deepest?" }],
    temperature: 0.7,
    max_tokens: 64,
    stop: ["it's"],
    do_sample: true,
}, { billTo: "acme" })

for await (const chunk of stream) {
    process.stdout.write(chunk.choices[0]?.delta?.content ?? "")
}
