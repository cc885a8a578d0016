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
    inputs: "The card reader at the fuel dock has been out of order since Friday.",
    parameters: { candidate_labels: ["refund", "legal", "faq"] },
})
console.log(JSON.stringify(output))
