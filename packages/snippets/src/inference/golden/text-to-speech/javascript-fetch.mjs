import { writeFileSync } from "node:fs"

const headers = {
    Authorization: `Bearer ${process.env.HF_TOKEN}`,
    "Content-Type": "application/json",
    Prefer: "wait",
}

async function query(data) {
    const response = await fetch("https://router.huggingface.co/replicate/v1/predictions", {
        method: "POST",
        headers,
        body: JSON.stringify(data),
    })
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
    return await response.json()
}

const job = await query({
    input: {
        text: "The ferry to the islands leaves from quay three in ten minutes.",
    },
    version: "0f1e2d",
})

const jobUrl = "https://router.huggingface.co/replicate" + new URL(job.urls.get).pathname
let output
do {
    await new Promise((resolve) => setTimeout(resolve, 1000))
    const response = await fetch(jobUrl, { headers })
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
    output = await response.json()
} while (["starting", "processing"].includes(output.status))
if (output.status !== "succeeded") throw new Error(`The job ended: ${JSON.stringify(output)}`)

const link = [output.output].flat()[0]
writeFileSync("speech.wav", Buffer.from(await (await fetch(link)).arrayBuffer()))
