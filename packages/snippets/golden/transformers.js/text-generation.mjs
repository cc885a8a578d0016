// Install
// npm install @huggingface/transformers

// Run it in Node
import { env, pipeline } from "@huggingface/transformers"

env.remoteHost = "https://hub.example.org/"
const pipe = await pipeline("text-generation", "ada/web")
console.log(await pipe("Once upon a time", { max_new_tokens: 40 }))
