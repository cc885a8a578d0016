import { connect } from 'node:net'

/*
 * Downloads a URL over several connections at once and discards the bytes. Reads into one buffer per connection: a client that allocates would be the
 * bottleneck of the measurement.
 * node download-client.ts <url> <connections> → {"seconds":…,"bytes":…}
 */
const url = new URL(process.argv[2] ?? '')
const connections = Number(process.argv[3] ?? 1)
const started = process.hrtime.bigint()
const bytes = await Promise.all(Array.from({ length: connections }, download))
const seconds = Number(process.hrtime.bigint() - started) / 1e9
console.log(JSON.stringify({ seconds, bytes: bytes.reduce((sum, each) => sum + each, 0) }))

function download(): Promise<number> {
  return new Promise((resolve, reject) => {
    let head = ''
    let total = -1
    let received = 0
    const socket = connect({
      host: url.hostname,
      port: Number(url.port),
      onread: {
        buffer: Buffer.allocUnsafeSlow(256 * 1024),
        callback(count, buffer) {
          let body = count
          if (total < 0) {
            head += Buffer.from(buffer.buffer, buffer.byteOffset, count).toString('latin1')
            const end = head.indexOf('\r\n\r\n')
            if (end < 0) return true
            if (!/^HTTP\/1\.1 20[06]/.test(head)) {
              reject(new Error(head.slice(0, end)))
              socket.destroy()
              return false
            }
            total = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1])
            body = head.length - end - 4
          }
          received += body
          if (received === total) {
            socket.destroy()
            resolve(received)
          }
          return true
        },
      },
    })
    socket.on('error', reject).on('close', () => reject(new Error(`closed after ${received} of ${total} bytes`)))
    socket.write(`GET ${url.pathname} HTTP/1.1\r\nHost: ${url.host}\r\nConnection: close\r\n\r\n`)
  })
}
