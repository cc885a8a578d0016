// Install
// npm install @huggingface/transformers

// Run it in Node
import { env, pipeline } from "@huggingface/transformers"

env.remoteHost = "https://hub.example.org/"
const pipe = await pipeline("feature-extraction", "ada/web", { dtype: "q8" })
console.log(await pipe("The tide turns at noon.", { pooling: "mean", normalize: true }))
