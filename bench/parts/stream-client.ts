import { Agent, request } from 'node:http'

/*
 * `node stream-client.ts URL TOKEN MODEL STREAMS_AT_ONCE STREAMS TOKENS EVERY_MS`: reads streams of parts/mock-upstream.ts and prints the latency of
 * their tokens.
 */
const [url = '', token = '', model = '', ...numbers] = process.argv.slice(2)
const [atOnce = 1, streams = 1, tokens = 1, everyMs = 0] = numbers.map(Number)
const agent = new Agent({ keepAlive: true, maxSockets: atOnce, scheduling: 'fifo' })
const messages = [{ role: 'user', content: 'What do tides do, and how often, and why do they not do it at the same time everywhere?' }]
const body = JSON.stringify({ model, messages, stream: true, max_tokens: tokens, top_p: everyMs })
const under: number[] = []
const firstUnder: number[] = []
const untilFirst: number[] = []
let events = 0

function stream(): Promise<void> {
  return new Promise((resolve, reject) => {
    const startedAt = process.hrtime.bigint()
    let rest = ''
    let isFirst = true
    let isDone = false
    const call = request(url, {
      method: 'POST',
      agent,
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}`, 'Content-Length': Buffer.byteLength(body) },
    })
    call.on('error', reject)
    call.on('response', (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`status ${answer.statusCode}`))
      answer.setEncoding('latin1')
      answer.on('data', (text: string) => {
        const now = process.hrtime.bigint()
        rest += text
        const end = rest.lastIndexOf('\n\n')
        if (end < 0) return
        for (const [, sentAt] of rest.slice(0, end).matchAll(/"content":"(\d+)"/g)) {
          const milliseconds = Number(now - BigInt(sentAt ?? '0')) / 1e6
          events++
          under.push(milliseconds)
          if (!isFirst) continue
          isFirst = false
          firstUnder.push(milliseconds)
          untilFirst.push(Number(now - startedAt) / 1e6)
        }
        if (rest.includes('[DONE]')) isDone = true
        rest = rest.slice(end + 2)
      })
      answer.on('end', () => (isDone ? resolve() : reject(new Error('a stream without [DONE]'))))
      answer.on('error', reject)
    })
    call.end(body)
  })
}

/** Runs one stream after another in each slot. Starts are staggered, like those of independent callers. */
async function place(index: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, (index * tokens * everyMs) / atOnce))
  while (left-- > 0) await stream()
}

let left = streams
const startedAt = performance.now()
await Promise.all(Array.from({ length: atOnce }, (_, index) => place(index)))
const seconds = (performance.now() - startedAt) / 1000
const at = (values: number[], share: number): number => values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN
const spread = (values: number[]) => ({ p50: at(values, 0.5), p95: at(values, 0.95), p99: at(values, 0.99) })
console.log(
  JSON.stringify({ seconds, events, streams, token: spread(under), firstToken: spread(firstUnder), untilFirst: spread(untilFirst) }),
)
process.exit(0)
