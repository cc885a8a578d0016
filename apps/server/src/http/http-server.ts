import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How often connections are checked for slowness. Milliseconds. */
export const lookEveryMs = 5_000

/** How often a stopping server looks for finished connections. Milliseconds. */
const idleEveryMs = 50

export interface HttpLimits {
  readonly maxConnections: number
  /** {@link import('../config/settings.ts').settings} `slowSeconds`. */
  readonly slowSeconds: number
}

/** Creates Node's HTTP server; it is not listening yet. */
export function httpServer({ maxConnections, slowSeconds }: HttpLimits): Server {
  const server = createServer({
    // Uploads may take hours, but the headers of a request may not; this must be set explicitly, as Node uses the smaller of the two limits.
    requestTimeout: 0,
    headersTimeout: Math.min(60, slowSeconds) * 1_000,
    connectionsCheckingInterval: lookEveryMs,
    keepAliveTimeout: 65_000,
  })
  server.maxConnections = maxConnections
  return server
}

/** @returns the port. @throws the system's error, such as `EADDRINUSE` */
export function listen(server: Server, { host, port }: { readonly host: string; readonly port: number }): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve((server.address() as AddressInfo).port)
    })
  })
}

/** Accepts no new requests, lets running ones finish, and aborts those that take longer than `graceMs`. Milliseconds. */
export async function closeServer(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve))
  server.closeIdleConnections()
  // A keep-alive connection becomes idle as soon as its last response is sent.
  const idle = setInterval(() => server.closeIdleConnections(), idleEveryMs)
  const grace = setTimeout(() => server.closeAllConnections(), graceMs)
  await closed
  clearInterval(idle)
  clearTimeout(grace)
}
