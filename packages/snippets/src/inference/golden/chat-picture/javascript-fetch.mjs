import { readFileSync } from "node:fs"

async function query(data) {
    const response = await fetch("https://hub.example.org/v1/chat/completions", {
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
    model: "ada/sea",
    messages: [
        {
            role: "user",
            content: [
                { type: "text", text: "Say in one sentence what this picture shows." },
                {
                    type: "image_url",
                    image_url: {
                        url: "data:image/png;base64," + readFileSync("cat.png", "base64"),
                    },
                },
            ],
        },
    ],
})
console.log(output.choices[0].message)
