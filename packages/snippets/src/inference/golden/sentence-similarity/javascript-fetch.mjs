async function query(data) {
    const response = await fetch("https://hub.example.org/hf-inference/models/ada/sea/pipeline/sentence-similarity", {
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
        source_sentence: "The harbour is closed because of the storm.",
        sentences: [
            "No ship may enter the port in this weather.",
            "The harbour café closes at six.",
            "My cousin plays the accordion.",
        ],
    },
})
console.log(JSON.stringify(output))
