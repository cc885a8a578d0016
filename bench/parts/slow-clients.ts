import { connect, type Socket } from 'node:net'

/*
 * Many deliberately slow connections. node slow-clients.ts <json> → prints a line with {"open":…} when all are connected, and
 * {"ended":…,"answers":{…}} when all have ended, or when it is told to stop: a client that does not read does not notice the end.
 */
export interface SlowPlan {
  readonly port: number
  readonly connections: number
  /** First of `addresses` loopback addresses to connect from, which simulates as many machines. */
  readonly firstAddress: number
  readonly addresses: number
  /** Sent immediately. */
  readonly head: string
  /** Interval between bytes sent or received. Milliseconds. */
  readonly everyMs: number
  /** `send`: sends a body or header one byte at a time. `take`: reads the response one byte at a time. */
  readonly way: 'send' | 'take'
}

export interface SlowReport {
  /** Connections that the server closed, with or without a response. */
  readonly ended: number
  /** Number of connections by response status; `none` for those closed without a response. */
  readonly answers: Record<string, number>
}

const plan = JSON.parse(process.argv[2] ?? '{}') as SlowPlan
const answers: Record<string, number> = {}
const open = new Set<Socket>()
let ended = 0
let connected = 0
let refused = 0

function start(index: number): Promise<void> {
  return new Promise((resolve) => {
    let status: string | null = null
    const address = plan.firstAddress + (index % plan.addresses)
    const buffer = Buffer.alloc(1)
    let text = ''
    const note = (piece: string): void => {
      if (status !== null) return
      text += piece
      status = /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? null
    }
    const socket = connect({
      host: '127.0.0.1',
      port: plan.port,
      localAddress: `127.0.${1 + (address >> 8)}.${1 + (address & 0xff)}`,
      ...(plan.way === 'take'
        ? {
            onread: {
              buffer,
              callback: () => {
                note(buffer.toString('latin1'))
                return false
              },
            },
          }
        : {}),
    })
    open.add(socket)
    if (plan.way === 'send') socket.on('data', (data) => note(data.toString('latin1', 0, 20)))
    socket.on('connect', () => {
      connected++
      socket.write(plan.head)
      resolve()
    })
    socket.on('error', () => {
      if (socket.connecting) refused++
    })
    socket.on('close', () => {
      open.delete(socket)
      ended++
      const key = status ?? 'none'
      answers[key] = (answers[key] ?? 0) + 1
      resolve()
    })
  })
}

// Two hundred at a time: an overflowing backlog would slow down the attack, not the server.
for (let at = 0; at < plan.connections; at += 200)
  await Promise.all(Array.from({ length: Math.min(200, plan.connections - at) }, (_, i) => start(at + i)))
console.log(JSON.stringify({ open: open.size, connected, refused }))
const drip = setInterval(() => {
  for (const socket of open) {
    if (plan.way === 'take') socket.resume()
    else if (socket.writable) socket.write('a')
  }
}, plan.everyMs)
let isAsked = false
process.once('SIGTERM', () => (isAsked = true))
while (open.size > 0 && !isAsked) await new Promise((resolve) => setTimeout(resolve, 100))
clearInterval(drip)
const report: SlowReport = { ended, answers }
console.log(JSON.stringify(report))
process.exit(0)
