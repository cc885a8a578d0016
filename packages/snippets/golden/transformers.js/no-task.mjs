// Install
// npm install @huggingface/transformers

// Load the model
import { AutoModel, env } from "@huggingface/transformers"

env.remoteHost = "https://hub.example.org/"
const model = await AutoModel.from_pretrained("ada/web")
