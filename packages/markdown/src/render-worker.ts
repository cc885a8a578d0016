import os from 'node:os'
import { parentPort } from 'node:worker_threads'
import { commentToHtml, markdownToHtml } from './card-pipeline.ts'
import { tokenize } from './highlighter.ts'
import type { RenderJob, RenderMessage, RenderResult } from './render-job.ts'
import { lineHtml } from './token-classes.ts'

const port = parentPort
if (!port) throw new Error('render-worker.ts runs in a thread of the render pool')

// Lower than the thread that serves requests. Elsewhere than on Linux, a process has one priority.
if (process.platform === 'linux') os.setPriority(0, 10)

const say = (message: RenderMessage) => port.postMessage(message)

port.on('message', (job: RenderJob) => {
  render(job).then(
    (result) => say({ result }),
    (error: unknown) => say({ error: String(error) }),
  )
})
say({ ready: true })

async function render(job: RenderJob): Promise<RenderResult> {
  if (job.kind === 'card') return { kind: 'card', ...(await markdownToHtml(job.markdown, job)) }
  if (job.kind === 'comment') return { kind: 'comment', ...(await commentToHtml(job.markdown, job, job.named)) }
  const lines = (await tokenize(job.text, job.language)) ?? []
  return { kind: 'source', html: lines.map((tokens) => `<span class="line">${lineHtml(tokens)}</span>`).join('\n') }
}
