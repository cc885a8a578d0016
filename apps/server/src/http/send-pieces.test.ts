import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { silentLogger } from '@portolan/hub'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { Env } from '../env.ts'
import { sendPieces } from './send-pieces.ts'

const pieceBytes = 1024 * 1024

/** Starts a server that sends a hundred pieces of 1 MiB and records how many were produced and whether the work was aborted. */
async function open(pieces: number) {
  const made = { pieces: 0, ended: false, aborted: false }
  async function* make(signal: AbortSignal): AsyncGenerator<Buffer> {
    signal.addEventListener('abort', () => (made.aborted = true))
    try {
      for (; made.pieces < pieces; made.pieces++) yield Buffer.alloc(pieceBytes, made.pieces)
    } finally {
      made.ended = true
    }
  }
  const app = new Hono<Env>().get('/', (c) => sendPieces(c, { 'Content-Type': 'text/x' }, make, silentLogger))
  const listener = getRequestListener(app.fetch)
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ port: (server.address() as AddressInfo).port, agent: false }, resolve)
      .on('error', reject)
      .end()
  })
  return {
    made,
    answer,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 10))
}

test('nothing is made that the client does not take', async () => {
  await using t = await open(100)
  // Wait until production stops: the sockets buffer only a few pieces.
  for (let before = -1; t.made.pieces !== before;) {
    before = t.made.pieces
    await new Promise((resolve) => setTimeout(resolve, 150))
  }
  expect(t.made.pieces).toBeLessThan(20)
  let bytes = 0
  for await (const piece of t.answer) bytes += (piece as Buffer).length
  expect([bytes, t.made.ended, t.answer.headers['content-type']]).toEqual([100 * pieceBytes, true, 'text/x'])
})

test('the work ends when the client leaves', async () => {
  await using t = await open(1_000)
  t.answer.destroy()
  await until(() => t.made.ended)
  expect(t.made.aborted).toBe(true)
  expect(t.made.pieces).toBeLessThan(100)
})
