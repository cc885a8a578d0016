// npm install @huggingface/inference

import { InferenceClient } from "@huggingface/inference"

const client = new InferenceClient(process.env.ZAI_ORG_API_KEY)

const stream = client.chatCompletionStream({
    provider: "zai-org",
    model: "ada/sea",
    messages: [{ role: "user", content: "Which ocean is the deepest?" }],
})

for await (const chunk of stream) {
    process.stdout.write(chunk.choices[0]?.delta?.content ?? "")
}
