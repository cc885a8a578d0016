import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How often connections are looked at for being slow. Milliseconds. */
export const lookEveryMs = 5_000

/** How often a server that stops looks for connections that are done. Milliseconds. */
const idleEveryMs = 50

export interface HttpLimits {
  readonly maxConnections: number
  /** {@link import('../config/settings.ts').settings} `slowSeconds`. */
  readonly slowSeconds: number
}

/** Node's server, which does not listen yet. */
export function httpServer({ maxConnections, slowSeconds }: HttpLimits): Server {
  const server = createServer({
    // Uploads may take hours; the headers of a request may not, which has to be said: Node takes the smaller of both.
    requestTimeout: 0,
    headersTimeout: Math.min(60, slowSeconds) * 1_000,
    connectionsCheckingInterval: lookEveryMs,
    keepAliveTimeout: 65_000,
  })
  server.maxConnections = maxConnections
  return server
}

/** @returns the port. @throws what the system says: `EADDRINUSE` */
export function listen(server: Server, { host, port }: { readonly host: string; readonly port: number }): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve((server.address() as AddressInfo).port)
    })
  })
}

/** Takes no new requests, lets running ones end, and cuts those that take longer. Milliseconds. */
export async function closeServer(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve))
  server.closeIdleConnections()
  // A connection that a client keeps for its next request is idle as soon as its last answer is sent.
  const idle = setInterval(() => server.closeIdleConnections(), idleEveryMs)
  const grace = setTimeout(() => server.closeAllConnections(), graceMs)
  await closed
  clearInterval(idle)
  clearTimeout(grace)
}
