async function query(data) {
    const response = await fetch("https://api.cohere.com/compatibility/v1/chat/completions", {
        method: "POST",
        headers: {
            Authorization: `Bearer ${process.env.COHERE_API_KEY}`,
            "Content-Type": "application/json",
        },
        body: JSON.stringify(data),
    })
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
    return await response.json()
}

const output = await query({
    model: "sea-8b",
    messages: [{ role: "user", content: "Which ocean is the deepest?" }],
})
console.log(output.choices[0].message)
