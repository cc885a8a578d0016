import { writeFileSync } from "node:fs"

async function query(data) {
    const response = await fetch("https://hub.example.org/hf-inference/models/ada/sea", {
        method: "POST",
        headers: {
            Authorization: `Bearer ${process.env.HF_TOKEN}`,
            "Content-Type": "application/json",
        },
        body: JSON.stringify(data),
    })
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
    return Buffer.from(await response.arrayBuffer())
}

const output = await query({
    inputs: "A lighthouse on a rocky coast at dusk, waves, oil painting",
    parameters: { num_inference_steps: 5 },
})
writeFileSync("image.png", output)
