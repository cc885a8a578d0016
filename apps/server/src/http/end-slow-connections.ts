import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

export interface SlowLimits {
  /** The minimum a client must send or read within `milliseconds` while the server waits for it. Bytes. */
  readonly bytes: number
  /** The period in which the client must send or read that much. */
  readonly milliseconds: number
}

/** A connection's progress since the last check that it passed. */
interface Progress {
  request: IncomingMessage | null
  received: number
  taken: number
  /** When the server started waiting for data from the client. Milliseconds. */
  receivingSince: number
  takingSince: number
}

/**
 * Ends connections that are held open but idle: bodies that trickle in, responses that are not read. A client that is waiting for the server, or that
 * the server's backpressure keeps from sending, is left alone; so is one that only listens, as on live streams. Headers have Node's own timeout.
 * @param now milliseconds, from any starting point
 * @returns the check of all connections; call it periodically, much more often than the limit
 */
export function endSlowConnections(server: Server, limits: SlowLimits, now = () => performance.now()): { look(): void } {
  const connections = new Map<Socket, Progress>()
  server.on('connection', (socket: Socket) => {
    connections.set(socket, { request: null, received: 0, taken: 0, receivingSince: now(), takingSince: now() })
    socket.once('close', () => connections.delete(socket))
  })
  server.on('request', (request: IncomingMessage) => {
    const progress = connections.get(request.socket)
    if (!progress) return
    progress.request = request
    progress.received = request.socket.bytesRead
    progress.receivingSince = now()
  })
  return {
    look() {
      for (const [socket, progress] of connections) {
        // Reset instead of close: unread data would otherwise stay in the kernel for as long as the client wants.
        if (isTooSlow(socket, progress, limits, now())) socket.resetAndDestroy()
      }
    },
  }
}

function isTooSlow(socket: Socket, progress: Progress, { bytes, milliseconds }: SlowLimits, now: number): boolean {
  const { request } = progress
  // If the request's buffer is full, the server is not reading it and the client is waiting for the server.
  const isReceiving = request !== null && !request.complete && request.readableLength < request.readableHighWaterMark
  if (!isReceiving || socket.bytesRead - progress.received >= bytes) {
    progress.received = socket.bytesRead
    progress.receivingSince = now
  }
  // Bytes written to the socket that have left the process.
  const taken = socket.bytesWritten - socket.writableLength
  if (socket.writableLength === 0 || taken - progress.taken >= bytes) {
    progress.taken = taken
    progress.takingSince = now
  }
  return now - progress.receivingSince > milliseconds || now - progress.takingSince > milliseconds
}
