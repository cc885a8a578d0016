import {
  createServer as createHttp,
  type IncomingMessage,
  request,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { createServer as createHttps } from 'node:https'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'

export interface Proxy extends AsyncDisposable {
  readonly port: number
  /** The requests received, in order. `sent`: bytes of the request's body. */
  readonly calls: {
    readonly method: string
    readonly url: string
    readonly range: string | undefined
    readonly broken: boolean
    sent: number
  }[]
}

export interface ProxyOptions {
  /** Where requests are forwarded to. May be set after the port is known. */
  target: string
  /** With a certificate, the proxy uses TLS. */
  readonly tls?: { readonly key: string; readonly cert: string }
  /** How many bytes of the body (of the response for GET, of the request for PUT) pass before the connection breaks; `null` for all. */
  breakAfter?(incoming: IncomingMessage): number | null
}

/** Starts a reverse proxy in front of a hub that can break connections on purpose. Passes the path and `Host` on as is. */
export async function startProxy(options: ProxyOptions): Promise<Proxy> {
  const calls: Proxy['calls'] = []
  const listener: RequestListener = (incoming, outgoing) => {
    const limit = options.breakAfter?.(incoming) ?? null
    const { method = 'GET', url = '/' } = incoming
    const call = { method, url, range: incoming.headers.range, broken: limit !== null, sent: 0 }
    calls.push(call)
    incoming.on('data', (piece: Buffer) => (call.sent += piece.length))
    forward(options.target, incoming, outgoing, limit)
  }
  const server: Server = options.tls ? createHttps(options.tls, listener) : createHttp(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    calls,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function forward(target: string, incoming: IncomingMessage, outgoing: ServerResponse, limit: number | null): void {
  const { hostname, port } = new URL(target)
  const call = request({ hostname, port, method: incoming.method, path: incoming.url, headers: incoming.headers })
  call.on('error', () => outgoing.destroy())
  call.on('response', (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
    passOn(answer, outgoing, incoming.method === 'GET' ? limit : null, () => outgoing.destroy())
  })
  passOn(incoming, call, incoming.method === 'GET' ? null : limit, () => {
    incoming.socket.destroy()
    call.destroy()
  })
}

function passOn(
  from: IncomingMessage,
  to: { write(piece: Buffer): boolean; end(): unknown; once(event: 'drain', listener: () => void): unknown },
  limit: number | null,
  cut: () => void,
): void {
  let passed = 0
  from.on('data', (piece: Buffer) => {
    if (limit !== null && passed >= limit) return
    passed += piece.length
    if (!to.write(piece)) {
      from.pause()
      to.once('drain', () => from.resume())
    }
    // Wait until the bytes written so far have been sent, or the other side would not even see the start.
    if (limit !== null && passed >= limit) setTimeout(cut, 50)
  })
  from.on('end', () => (limit === null || passed < limit) && to.end())
  from.on('error', cut)
}
