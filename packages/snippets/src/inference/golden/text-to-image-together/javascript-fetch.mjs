import { writeFileSync } from "node:fs"

async function query(data) {
    const response = await fetch("https://api.together.xyz/v1/images/generations", {
        method: "POST",
        headers: {
            Authorization: `Bearer ${process.env.TOGETHER_API_KEY}`,
            "Content-Type": "application/json",
        },
        body: JSON.stringify(data),
    })
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
    return await response.json()
}

const output = await query({
    steps: 5,
    prompt: "A lighthouse on a rocky coast at dusk, waves, oil painting",
    response_format: "base64",
    model: "ada/sea",
})
writeFileSync("image.png", output.data[0].b64_json, "base64")
