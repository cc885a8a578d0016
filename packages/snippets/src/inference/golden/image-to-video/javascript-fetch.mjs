import { readFileSync, writeFileSync } from "node:fs"

const headers = {
    Authorization: `Bearer ${process.env.HF_TOKEN}`,
    "Content-Type": "application/json",
}

async function query(data) {
    const response = await fetch("https://hub.example.org/wavespeed/api/v3/ada/sea", {
        method: "POST",
        headers,
        body: JSON.stringify(data),
    })
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
    return await response.json()
}

const job = await query({
    prompt: "The cat yawns, stretches and walks out of the picture",
    image: readFileSync("cat.png", "base64"),
    images: [
        readFileSync("cat.png", "base64"),
    ],
})

const jobUrl = "https://hub.example.org/wavespeed" + new URL(job.data.urls.get).pathname
let output
do {
    await new Promise((resolve) => setTimeout(resolve, 500))
    const response = await fetch(jobUrl, { headers })
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
    output = await response.json()
} while (["created", "processing"].includes(output.data.status))
if (output.data.status !== "completed") throw new Error(`The job ended: ${JSON.stringify(output)}`)

const link = output.data.outputs[0]
writeFileSync("video.mp4", Buffer.from(await (await fetch(link)).arrayBuffer()))
