import { connect } from 'node:net'

/*
 * Sends PUTs of `bytes` bytes over several connections at once, from one buffer.
 * node upload-client.ts <bytes> <url>… → {"seconds":…}; one connection per URL
 */
const bytes = Number(process.argv[2])
const urls = process.argv.slice(3).map((url) => new URL(url))
const block = Buffer.alloc(1024 * 1024)
const started = process.hrtime.bigint()
await Promise.all(urls.map(upload))
console.log(JSON.stringify({ seconds: Number(process.hrtime.bigint() - started) / 1e9 }))

function upload(url: URL): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: url.hostname, port: Number(url.port) })
    let left = bytes
    let answer = ''
    socket.on('data', (data) => {
      answer += data.toString('latin1')
      if (!answer.includes('\r\n\r\n')) return
      socket.destroy()
      if (/^HTTP\/1\.1 20\d/.test(answer)) resolve()
      else reject(new Error(answer))
    })
    socket.on('error', reject).on('close', () => reject(new Error('closed without an answer')))
    socket.write(`PUT ${url.pathname} HTTP/1.1\r\nHost: ${url.host}\r\nContent-Length: ${bytes}\r\nConnection: close\r\n\r\n`)
    const send = (): void => {
      while (left > 0) {
        const size = Math.min(left, block.length)
        left -= size
        if (!socket.write(size === block.length ? block : block.subarray(0, size))) {
          socket.once('drain', send)
          return
        }
      }
    }
    send()
  })
}
