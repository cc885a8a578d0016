import { readFileSync } from "node:fs"

async function query(data) {
    const response = await fetch("https://router.huggingface.co/hf-inference/models/ada/sea", {
        method: "POST",
        headers: {
            Authorization: `Bearer ${process.env.HF_TOKEN}`,
            "Content-Type": "application/json",
        },
        body: JSON.stringify(data),
    })
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
    return await response.json()
}

const output = await query({
    inputs: readFileSync("cats.jpg", "base64"),
    parameters: { candidate_labels: ["cat", "dog", "llama"] },
})
console.log(JSON.stringify(output))
