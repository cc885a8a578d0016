// npm install @huggingface/inference

import { InferenceClient } from "@huggingface/inference"

const client = new InferenceClient(process.env.HF_TOKEN)

const completion = await client.chatCompletion({
    endpointUrl: "https://hub.example.org/v1",
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
