import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** Many open event streams, on raw sockets instead of an HTTP client, so that the client itself is not measured. */
export interface EventReaders {
  /**
   * Runs `trigger` and waits until every stream received a `like` event.
   * @returns time until the median stream and until the last one, in milliseconds
   */
  arrival(trigger: () => Promise<void>): Promise<{ median: number; last: number }>
  close(): Promise<void>
}

const openAtOnce = 100

/** Opens `count` streams and waits for the hello of each. Every stream sends its own client address. */
export async function openReaders(url: URL, count: number): Promise<EventReaders> {
  const sockets: Socket[] = []
  let hellos = 0
  let onEvent: () => void = () => {}
  const add = async (i: number): Promise<void> => {
    const socket = connect({ host: url.hostname, port: Number(url.port) })
    sockets.push(socket)
    const address = `10.${(i >> 16) & 255}.${(i >> 8) & 255}.${i & 255}`
    socket.write(`GET ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\nX-Forwarded-For: ${address}\r\n\r\n`)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    socket.on('data', (data) => {
      if (data.includes('event: hello')) {
        hellos++
        resolve()
      }
      if (data.includes('event: like')) onEvent()
    })
    socket.on('error', reject).on('close', () => reject(new Error(`Stream ${i} was closed`)))
    await promise
  }
  for (let at = 0; at < count; at += openAtOnce) {
    await Promise.all(Array.from({ length: Math.min(openAtOnce, count - at) }, (_, i) => add(at + i)))
  }
  if (hellos !== count) throw new Error(`${hellos} of ${count} streams said hello`)
  return {
    async arrival(trigger) {
      const times: number[] = []
      const { promise, resolve } = Promise.withResolvers<void>()
      const started = performance.now()
      onEvent = () => {
        times.push(performance.now() - started)
        if (times.length === count) resolve()
      }
      await Promise.all([trigger(), promise])
      return { median: times[Math.floor(count / 2)] ?? Number.NaN, last: times.at(-1) ?? Number.NaN }
    },
    async close() {
      await Promise.all(
        sockets.map(async (socket) => {
          socket.removeAllListeners('close')
          const closed = once(socket, 'close')
          socket.destroy()
          await closed
        }),
      )
    },
  }
}
