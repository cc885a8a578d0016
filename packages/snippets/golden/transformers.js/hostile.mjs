// Install
// npm install @huggingface/transformers

// Run it in Node
import { env, pipeline } from "@huggingface/transformers"

env.remoteHost = "https://hub.example.org/"
const pipe = await pipeline("text-generation", "o\"; import os; os.system(\"id\") #\n/x'`${y}")
console.log(await pipe([{ role: "user", content: "Which ocean is the deepest?" }], { max_new_tokens: 40 }))
