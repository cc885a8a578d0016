// Install
// npm install @huggingface/transformers

// Sign in: paste a token when it waits, nothing is shown
// read -rs HF_TOKEN && export HF_TOKEN

// Run it in Node
import { env, pipeline } from "@huggingface/transformers"

env.remoteHost = "https://hub.example.org/"
env.fetch = (url, options = {}) => {
    const headers = new Headers(options.headers)
    if (String(url).startsWith(env.remoteHost)) headers.set("Authorization", "Bearer " + process.env.HF_TOKEN)
    return fetch(url, { ...options, headers })
}
const pipe = await pipeline("text-generation", "o\"; import os; os.system(\"id\") #\n/x'`${y}", { revision: "refs/pr/1" })
console.log(await pipe([{ role: "user", content: "Which ocean is the deepest?" }], { max_new_tokens: 40 }))
