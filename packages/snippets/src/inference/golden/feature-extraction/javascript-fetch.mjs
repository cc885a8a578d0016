async function query(data) {
    const response = await fetch("https://router.huggingface.co/hf-inference/models/ada/sea/pipeline/feature-extraction", {
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
    inputs: ["One line.", "Another."],
    parameters: { normalize: true },
})
console.log(JSON.stringify(output))
