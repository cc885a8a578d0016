import { readFileSync, writeFileSync } from "node:fs"

const headers = {
    Authorization: `Bearer ${process.env.HF_TOKEN}`,
    "Content-Type": "application/json",
    "X-HF-Bill-To": "acme",
}

async function query(data) {
    const response = await fetch("https://router.huggingface.co/fal-ai/ada/sea?_subdomain=queue", {
        method: "POST",
        headers,
        body: JSON.stringify(data),
    })
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
    return await response.json()
}

const job = await query({
    prompt: "Put a knitted blue cap on the cat",
    image_url: "data:image/png;base64," + readFileSync("cat.png", "base64"),
    image_urls: [
        "data:image/png;base64," + readFileSync("cat.png", "base64"),
    ],
})

const jobUrl = "https://router.huggingface.co/fal-ai" + new URL(job.response_url).pathname
let output
do {
    await new Promise((resolve) => setTimeout(resolve, 500))
    const response = await fetch(jobUrl + "/status?_subdomain=queue", { headers })
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
    output = await response.json()
} while (["IN_QUEUE", "IN_PROGRESS"].includes(output.status))
if (output.status !== "COMPLETED") throw new Error(`The job ended: ${JSON.stringify(output)}`)
output = await (await fetch(jobUrl + "?_subdomain=queue", { headers })).json()

const link = output.images[0].url
writeFileSync("image.png", Buffer.from(await (await fetch(link)).arrayBuffer()))
