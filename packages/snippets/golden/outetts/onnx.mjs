// Install
// npm install @huggingface/hub

// Download in Node
import { snapshotDownload } from "@huggingface/hub"

const path = await snapshotDownload({
    repo: "ada/OuteTTS-1.0-0.6B-ONNX",
    hubUrl: "https://hub.example.org",
})
console.log(path)
