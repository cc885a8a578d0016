async function query(data) {
    const response = await fetch("https://hub.example.org/v1/chat/completions", {
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
    model: "ada/sea",
    messages: [
        {
            role: "a\"; import os\n'$(id)` ${x} \u202e\\",
            content: "a\"; import os\n'$(id)` ${x} \u202e\\",
        },
    ],
    "a\"; import os\n'$(id)` ${x} \u202e\\": "a\"; import os\n'$(id)` ${x} \u202e\\",
})
console.log(output.choices[0].message)
