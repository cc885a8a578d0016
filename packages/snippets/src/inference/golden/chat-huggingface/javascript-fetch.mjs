async function query(data) {
    const response = await fetch("https://router.huggingface.co/v1/chat/completions", {
        method: "POST",
        headers: {
            Authorization: `Bearer ${process.env.HF_TOKEN}`,
            "Content-Type": "application/json",
            "X-HF-Bill-To": "acme",
        },
        body: JSON.stringify(data),
    })
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
    return await response.json()
}

const output = await query({
    model: "ada/sea:groq",
    messages: [{ role: "user", content: "Which ocean is the deepest?" }],
    temperature: 0.7,
    max_tokens: 64,
    stop: ["it's"],
    do_sample: true,
})
console.log(output.choices[0].message)
