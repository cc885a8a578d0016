import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

export interface SlowLimits {
  /** A client that is waited for sends or takes at least so much … Bytes. */
  readonly bytes: number
  /** … in so long. Milliseconds. */
  readonly milliseconds: number
}

/** What a connection has done since its last look that satisfied. */
interface Progress {
  request: IncomingMessage | null
  received: number
  taken: number
  /** When it began to be waited for. Milliseconds. */
  receivingSince: number
  takingSince: number
}

/**
 * Ends connections that are held open and not used: bodies that come by the byte, answers that are not taken. A client that waits for us, or that we
 * keep from sending, is left alone; so is one that only listens, as live streams do. Headers have a limit of Node's own.
 * @param now milliseconds, from any start
 * @returns how to look at the connections: from time to time, a good deal oftener than the limit
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
        // Reset, not closed: what the client has not taken would stay in the kernel for as long as it likes.
        if (isTooSlow(socket, progress, limits, now())) socket.resetAndDestroy()
      }
    },
  }
}

function isTooSlow(socket: Socket, progress: Progress, { bytes, milliseconds }: SlowLimits, now: number): boolean {
  const { request } = progress
  // A full buffer is one that we do not empty: then the client waits for us.
  const isReceiving = request !== null && !request.complete && request.readableLength < request.readableHighWaterMark
  if (!isReceiving || socket.bytesRead - progress.received >= bytes) {
    progress.received = socket.bytesRead
    progress.receivingSince = now
  }
  // What has been written to the socket and has left the process.
  const taken = socket.bytesWritten - socket.writableLength
  if (socket.writableLength === 0 || taken - progress.taken >= bytes) {
    progress.taken = taken
    progress.takingSince = now
  }
  return now - progress.receivingSince > milliseconds || now - progress.takingSince > milliseconds
}
