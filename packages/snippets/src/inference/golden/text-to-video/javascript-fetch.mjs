import { writeFileSync } from "node:fs"

const headers = {
    Authorization: `Bearer ${process.env.HF_TOKEN}`,
    "Content-Type": "application/json",
}

async function query(data) {
    const response = await fetch("https://router.huggingface.co/novita/v3/async/ada/sea", {
        method: "POST",
        headers,
        body: JSON.stringify(data),
    })
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
    return await response.json()
}

const job = await query({
    prompt: "A fishing boat leaves a small harbour at sunrise, gulls follow it",
})

const jobUrl = "https://router.huggingface.co/novita/v3/async/task-result?task_id=" + job.task_id
let output
do {
    await new Promise((resolve) => setTimeout(resolve, 500))
    const response = await fetch(jobUrl, { headers })
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
    output = await response.json()
} while (["TASK_STATUS_QUEUED", "TASK_STATUS_PROCESSING"].includes(output.task.status))
if (output.task.status !== "TASK_STATUS_SUCCEED") throw new Error(`The job ended: ${JSON.stringify(output)}`)

const link = output.videos[0].video_url
writeFileSync("video.mp4", Buffer.from(await (await fetch(link)).arrayBuffer()))
