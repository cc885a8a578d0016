import { readFileSync } from "node:fs"

async function query(data) {
    const response = await fetch("https://router.huggingface.co/together/v1/audio/transcriptions", {
        method: "POST",
        headers: {
            Authorization: `Bearer ${process.env.HF_TOKEN}`,
        },
        body: data,
    })
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
    return await response.json()
}

const form = new FormData()
form.append("file", new Blob([readFileSync("sample1.flac")], { type: "audio/flac" }), "sample1.flac")
form.append("model", "ada/sea")
const output = await query(form)
console.log(JSON.stringify(output))
