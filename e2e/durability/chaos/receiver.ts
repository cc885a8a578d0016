import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A receiver of webhooks that accepts everything and remembers it. */
export interface Receiver extends AsyncDisposable {
  readonly url: string
  /** The ids of the deliveries that told of each commit. */
  readonly heard: Map<string, Set<string>>
  /** Deliveries that arrived, including repeated ones. */
  readonly received: number
}

export async function openReceiver(): Promise<Receiver> {
  const heard = new Map<string, Set<string>>()
  let received = 0
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(pieces).toString()) as { updatedRefs?: { newSha: string | null }[] }
      received++
      for (const { newSha } of body.updatedRefs ?? []) {
        if (newSha === null) continue
        const ids = heard.get(newSha) ?? new Set()
        heard.set(newSha, ids.add(String(request.headers['x-webhook-delivery'])))
      }
      response.end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    heard,
    get received() {
      return received
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
