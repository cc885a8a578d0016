import { readFileSync } from "node:fs"

async function query(data) {
    const response = await fetch("https://hub.example.org/hf-inference/models/ada/sea", {
        method: "POST",
        headers: {
            Authorization: `Bearer ${process.env.HF_TOKEN}`,
            "Content-Type": "audio/flac",
        },
        body: data,
    })
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
    return await response.json()
}

const output = await query(readFileSync("sample1.flac"))
console.log(JSON.stringify(output))
