async function query(data) {
    const response = await fetch("https://hub.example.org/v1/chat/completions", {
        method: "POST",
        headers: {
            Authorization: `Bearer ${process.env.HF_TOKEN}`,
            "Content-Type": "application/json",
            "X-HF-Bill-To": "acme",
        },
        body: JSON.stringify(data),
    })
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
    return response.body
}

const stream = await query({
    model: "ada/sea",
    messages: [{ role: "user", content: "Which ocean is the deepest?" }],
    temperature: 0.7,
    max_tokens: 64,
    stop: ["it's"],
    do_sample: true,
    stream: true,
})

let rest = ""
for await (const text of stream.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split("\n")
    rest = lines.pop() ?? ""
    for (const line of lines) {
        const data = line.replace(/^data:/, "").trim()
        if (!line.startsWith("data:") || data === "[DONE]") continue
        process.stdout.write(JSON.parse(data).choices[0]?.delta?.content ?? "")
    }
}
