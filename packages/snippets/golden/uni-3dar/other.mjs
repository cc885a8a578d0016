// Install
// npm install @huggingface/hub

// Download in Node
import { snapshotDownload } from "@huggingface/hub"

const path = await snapshotDownload({
    repo: "ada/molecules",
    hubUrl: "https://hub.example.org",
})
console.log(path)
