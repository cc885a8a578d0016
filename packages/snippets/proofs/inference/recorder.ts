import { createServer as createHttp, type IncomingMessage, type RequestListener } from 'node:http'
import { createServer as createHttps } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import type { Certificate } from './certificate.ts'

/** A request as received. */
export interface Recorded {
  readonly method: string
  /** Including scheme and host. */
  readonly url: string
  /** Names in lowercase; several values of a name are joined the way HTTP joins them. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

export interface Answer {
  readonly status?: number
  readonly contentType: string
  readonly body: string | Uint8Array
}

/**
 * A proxy that responds to requests for any host itself, and records them. Only one run of code uses a recorder at a time, so every request is known
 * to belong to that run.
 */
export interface Recorder extends AsyncDisposable {
  /** For HTTP_PROXY and HTTPS_PROXY. */
  readonly proxy: string
  /** Clears the recording and uses this function for responses from now on. @returns the requests recorded from now on, filled as they arrive */
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
        // A client that disconnects midway is detected by the data it did not send.
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
