import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/**
 * How connections fare:
 * - `refuse`: nothing listens, and open connections are reset.
 * - `silent`: connections are accepted and stay open, but no byte passes, as with a frozen process.
 * - `status`: every request gets this HTTP status, and the connection is closed.
 * - `slow`: bytes to the client pass at this rate.
 * - `cutAfter`: each connection is reset after so many bytes to the client (`to: 'client'`) or to the server.
 */
export type Fault =
  | { readonly kind: 'none' | 'refuse' | 'silent' }
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'slow'; readonly bytesPerSecond: number }
  | { readonly kind: 'cutAfter'; readonly bytes: number; readonly to: 'client' | 'server' }

export interface FaultProxy extends AsyncDisposable {
  readonly port: number
  /** Connections that are open at the moment. */
  readonly open: number
  /** Bytes that clients have sent so far. */
  readonly sent: number
  set(fault: Fault): Promise<void>
}

/** A TCP proxy in front of a server on this machine, which can behave like a broken network or a broken server. */
export async function startFaultProxy(target: { readonly host: string; readonly port: number }): Promise<FaultProxy> {
  const pairs = new Set<Pair>()
  let fault: Fault = { kind: 'none' }
  let sent = 0
  const accept = (socket: Socket) => {
    const pair = new Pair(socket, target, fault)
    pairs.add(pair)
    socket.on('data', (piece) => (sent += piece.length))
    socket.once('close', () => pairs.delete(pair))
  }
  let server: Server | null = createServer(accept).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const stopListening = async () => {
    const closing = server
    server = null
    if (closing !== null) await new Promise((resolve) => closing.close(resolve))
  }
  return {
    port,
    get sent() {
      return sent
    },
    get open() {
      return pairs.size
    },
    async set(next) {
      fault = next
      if (next.kind === 'refuse') {
        for (const pair of pairs) pair.reset()
        return stopListening()
      }
      for (const pair of pairs) pair.set(next)
      if (server === null) {
        server = createServer(accept).listen(port, '127.0.0.1')
        await once(server, 'listening')
      }
    },
    async [Symbol.asyncDispose]() {
      for (const pair of pairs) pair.reset()
      await stopListening()
    },
  }
}

/** One connection of a client, and the one to the server behind it. */
class Pair {
  readonly #client: Socket
  readonly #server: Socket
  #fault: Fault
  #passed = 0

  constructor(client: Socket, target: { host: string; port: number }, fault: Fault) {
    this.#client = client
    this.#fault = fault
    this.#server = connect(target.port, target.host)
    this.#pipe(client, this.#server, 'server')
    this.#pipe(this.#server, client, 'client')
    for (const socket of [client, this.#server]) socket.on('error', () => this.reset()).on('close', () => this.reset())
    this.set(fault)
  }

  set(fault: Fault): void {
    this.#fault = fault
    this.#passed = 0
    for (const socket of [this.#client, this.#server]) {
      if (fault.kind === 'silent') socket.pause()
      else socket.resume()
    }
  }

  reset(): void {
    this.#client.destroy()
    this.#server.destroy()
  }

  #pipe(from: Socket, to: Socket, direction: 'client' | 'server'): void {
    from.on('data', (piece: Buffer) => this.#pass(from, to, direction, piece))
    from.on('end', () => to.end())
  }

  #pass(from: Socket, to: Socket, direction: 'client' | 'server', piece: Buffer): void {
    const fault = this.#fault
    if (fault.kind === 'status') {
      if (direction === 'server') {
        const head = `HTTP/1.1 ${fault.status} Planned\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`
        this.#client.end(head, () => this.reset())
      }
      return
    }
    if (fault.kind === 'cutAfter' && fault.to === direction && (this.#passed += piece.length) > fault.bytes) {
      const keep = piece.length - (this.#passed - fault.bytes)
      to.write(piece.subarray(0, Math.max(0, keep)), () => this.reset())
      return
    }
    if (fault.kind === 'slow' && direction === 'client') {
      from.pause()
      setTimeout(() => this.#fault.kind !== 'silent' && from.resume(), (piece.length / fault.bytesPerSecond) * 1_000)
    }
    if (!to.write(piece)) {
      from.pause()
      to.once('drain', () => this.#fault.kind !== 'silent' && from.resume())
    }
  }
}
