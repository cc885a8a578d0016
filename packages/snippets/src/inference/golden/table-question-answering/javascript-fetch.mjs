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
        query: "Which lighthouse is the tallest?",
        table: {
            Lighthouse: ["Larnholm", "Skarv", "Outer Tern"],
            Built: ["1868", "1902", "1887"],
            "Height (m)": ["31", "22", "44"],
            "Range (nmi)": ["18", "14", "21"],
        },
    },
})
console.log(JSON.stringify(output))
