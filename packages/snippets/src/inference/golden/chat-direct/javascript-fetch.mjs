async function query(data) {
    const response = await fetch("https://api.z.ai/api/paas/v4/chat/completions", {
        method: "POST",
        headers: {
            Authorization: `Bearer ${process.env.ZAI_ORG_API_KEY}`,
            "Content-Type": "application/json",
            "x-source-channel": "hugging_face",
            "accept-language": "en-US,en",
        },
        body: JSON.stringify(data),
    })
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
    return response.body
}

const stream = await query({
    model: "ada/sea",
    messages: [{ role: "user", content: "Which ocean is the deepest?" }],
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
