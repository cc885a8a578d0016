import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'

/** Forwards connections and counts the bytes in both directions, including headers. */
export interface CountingProxy extends AsyncDisposable {
  readonly port: number
  /** Bytes to the server. */
  sent: number
  /** Bytes from the server. */
  received: number
}

export async function startCountingProxy(port: number): Promise<CountingProxy> {
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1')
    client.on('data', (piece) => (proxy.sent += piece.length))
    upstream.on('data', (piece) => (proxy.received += piece.length))
    client.pipe(upstream)
    upstream.pipe(client)
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const proxy: CountingProxy = {
    port: (server.address() as AddressInfo).port,
    sent: 0,
    received: 0,
    async [Symbol.asyncDispose]() {
      server.close()
    },
  }
  return proxy
}
