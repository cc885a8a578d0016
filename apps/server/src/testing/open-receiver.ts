import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What tests read of a message. */
interface Message {
  readonly test?: boolean
  readonly event: { readonly action: string; readonly scope: string }
  readonly repo: { readonly name: string; readonly private: boolean }
  readonly comment?: { readonly content: string }
}

interface Hit {
  readonly headers: IncomingMessage['headers']
  readonly text: string
  readonly json: Message
}

/** What a receiver answers: a status, one with what it asks for in Retry-After, or nothing at all. */
type Answer = number | readonly [status: number, retryAfter: string] | 'hang'

/** Somebody whom webhooks tell. */
export interface Receiver extends AsyncDisposable {
  readonly url: string
  readonly hits: Hit[]
  /** Called before each answer. */
  onHit(listener: () => void): void
  /** Resolves once it was called this often. */
  heard(times: number): Promise<void>
  /** What it answers from now on. */
  answers(...answers: Answer[]): void
}

/** A receiver that gives these answers, one after another, the last one for good; what else is given happens before the first. */
export async function openReceiver(...given: (Answer | (() => Promise<void>))[]): Promise<Receiver> {
  let answers = given.filter((each) => typeof each !== 'function')
  const first = given.find((each) => typeof each === 'function')
  const hits: Hit[] = []
  const waiting = new Set<{ times: number; resolve: () => void }>()
  let listener = () => {}
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    const answer = () => {
      const text = Buffer.concat(pieces).toString()
      hits.push({ headers: request.headers, text, json: JSON.parse(text) as Message })
      listener()
      for (const each of waiting) if (hits.length >= each.times) each.resolve()
      const next = (answers.length > 1 ? answers.shift() : answers[0]) ?? 200
      if (next === 'hang') return
      const [status, retryAfter] = [next].flat() as [number, string?]
      if (retryAfter !== undefined) response.setHeader('Retry-After', retryAfter)
      response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end('x'.repeat(10_000))
    }
    request.on('end', () => {
      if (first) void first().then(answer)
      else answer()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    hits,
    onHit: (call) => (listener = call),
    heard: (times) =>
      new Promise((resolve) => {
        if (hits.length >= times) resolve()
        else waiting.add({ times, resolve })
      }),
    answers: (...next) => (answers = next),
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
