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
        data: {
            Height: [11.4, 7.2],
            Length1: [23, 36.5],
            Length2: [25.2, 39.1],
            Species: ["Bream", "Pike"],
        },
    },
})
console.log(JSON.stringify(output))
