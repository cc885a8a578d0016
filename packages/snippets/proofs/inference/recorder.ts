import { createServer as createHttp, type IncomingMessage, type RequestListener } from 'node:http'
import { createServer as createHttps } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import type { Certificate } from './certificate.ts'

/** A request as it came over the wire. */
export interface Recorded {
  readonly method: string
  /** With scheme and host. */
  readonly url: string
  /** Names in lower case; several values of a name are joined as HTTP joins them. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

export interface Answer {
  readonly status?: number
  readonly contentType: string
  readonly body: string | Uint8Array
}

/**
 * A proxy that answers itself what is asked of any host, and writes it down. One run of code at a time goes through a recorder, so that every request
 * is known to be of that run.
 */
export interface Recorder extends AsyncDisposable {
  /** For HTTP_PROXY and HTTPS_PROXY. */
  readonly proxy: string
  /** Forgets what was recorded, and answers from now on with this. @returns what is recorded from now on, filled as it comes */
  start(answer: (request: Recorded) => Answer): readonly Recorded[]
}

export async function startRecorder({ key, cert }: Certificate): Promise<Recorder> {
  let recorded: Recorded[] = []
  let answer: (request: Recorded) => Answer = () => ({ status: 503, contentType: 'text/plain', body: 'nothing is run' })
  const listener =
    (scheme: string): RequestListener =>
    (incoming, outgoing) => {
      void (async () => {
        const url = incoming.url ?? '/'
        const request: Recorded = {
          method: incoming.method ?? 'GET',
          url: /^https?:\/\//i.test(url) ? url : `${scheme}://${incoming.headers.host ?? ''}${url}`,
          headers: joined(incoming),
          body: await buffer(incoming),
        }
        recorded.push(request)
        const { status = 200, contentType, body } = answer(request)
        outgoing.writeHead(status, { 'Content-Type': contentType, 'Content-Length': Buffer.byteLength(body) }).end(body)
        // A client that leaves in the middle is seen by what it did not send.
      })().catch(() => outgoing.destroy())
    }
  const secure = createHttps({ key, cert }, listener('https'))
  const plain = createHttp(listener('http'))
  const sockets = new Set<Socket>()
  plain.on('connect', (_request, socket: Socket, head: Buffer) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
    if (head.length > 0) socket.unshift(head)
    secure.emit('connection', socket)
  })
  plain.listen(0, '127.0.0.1')
  await once(plain, 'listening')
  return {
    proxy: `http://127.0.0.1:${(plain.address() as AddressInfo).port}`,
    start(answers) {
      recorded = []
      answer = answers
      return recorded
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      plain.closeAllConnections()
      await new Promise((resolve) => plain.close(resolve))
    },
  }
}

function joined({ rawHeaders }: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {}
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = (rawHeaders[i] ?? '').toLowerCase()
    const value = rawHeaders[i + 1] ?? ''
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`
  }
  return headers
}
