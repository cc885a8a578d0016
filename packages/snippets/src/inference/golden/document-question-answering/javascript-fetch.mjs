import { readFileSync } from "node:fs"

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
    return await response.json()
}

const output = await query({
    inputs: {
        question: "What is written on the collar?",
        image: readFileSync("cat.png", "base64"),
    },
})
console.log(JSON.stringify(output))
