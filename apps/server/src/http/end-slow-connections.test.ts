import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { endSlowConnections } from './end-slow-connections.ts'

test('bodies by the byte and answers that nobody takes are ended; who waits, listens or keeps at it is not', async () => {
  const server = createServer((request, response) => {
    if (request.url === '/read') request.resume().on('end', () => response.end('read'))
    // Ours to be slow: nothing of the body is taken.
    else if (request.url === '/wait') setTimeout(() => request.resume().on('end', () => response.end('late')), 1_500)
    else if (request.url === '/listen') response.write('an event')
    else response.end(Buffer.alloc(64 * 1024 * 1024))
  })
  const stop = endSlowConnections(server, { bytes: 1_000, milliseconds: 400, everyMs: 50 })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const ended = new Set<string>()
  const sockets: Socket[] = []
  const open = (name: string, head: string): Socket => {
    const socket = connect(port, '127.0.0.1', () => socket.write(head))
    sockets.push(socket)
    socket.on('error', () => {}).on('close', () => ended.add(name))
    return socket
  }
  const post = (path: string, length: number) => `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`
  const trickle = open('trickle', post('/read', 100_000)).resume()
  const steady = open('steady', post('/read', 1_000_000)).resume()
  const waiting = open('waiting', `${post('/wait', 400_000)}${'b'.repeat(400_000)}`)
  open('listening', 'GET /listen HTTP/1.1\r\nHost: x\r\n\r\n').resume()
  open('takes nothing', 'GET /much HTTP/1.1\r\nHost: x\r\n\r\n').pause()
  const said = once(waiting, 'data')
  const drip = setInterval(() => {
    if (trickle.writable) trickle.write('a')
    if (steady.writable) steady.write(Buffer.alloc(2_000))
  }, 50)
  try {
    const [piece] = (await said) as [Buffer]
    expect(piece.toString()).toContain('late')
    // A client that reads nothing does not see its end: the server has nobody but these three.
    const held = await new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)))
    expect([...ended]).toEqual(['trickle'])
    expect(held).toBe(3)
  } finally {
    clearInterval(drip)
    stop()
    for (const socket of sockets) socket.destroy()
    server.closeAllConnections()
    server.close()
  }
})
