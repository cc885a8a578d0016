async function query(data) {
    const response = await fetch("https://hub.example.org/deepinfra/v1/openai/embeddings", {
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
    input: "The tide turns at noon, and the boats leave with it.",
    model: "ada/sea",
})
console.log(JSON.stringify(output))
