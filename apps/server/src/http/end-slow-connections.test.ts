import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { endSlowConnections } from './end-slow-connections.ts'

test('bodies by the byte and answers that nobody takes are ended; who waits, listens or keeps at it is not', async () => {
  const ready = Promise.withResolvers<void>()
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/read')) request.resume().on('end', () => response.end('read'))
    // The server itself is slow here: it reads nothing of the body.
    else if (request.url === '/wait') void ready.promise.then(() => request.resume().on('end', () => response.end('late')))
    else if (request.url === '/listen') response.write('an event')
    else response.end(Buffer.alloc(64 * 1024 * 1024))
  })
  let now = 0
  const { look } = endSlowConnections(server, { bytes: 1_000, milliseconds: 400 }, () => now)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const sockets: Socket[] = []
  /** @returns the client's socket and the server's */
  const open = async (head: string): Promise<{ client: Socket; ours: Socket }> => {
    const client = connect(port, '127.0.0.1').on('error', () => {})
    sockets.push(client)
    const asked = once(server, 'request')
    client.write(head)
    const [request] = (await asked) as [IncomingMessage]
    return { client, ours: request.socket }
  }
  const post = (path: string, length: number) => `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`
  try {
    const trickle = await open(post('/read?trickle', 100_000))
    const steady = await open(post('/read?steady', 1_000_000))
    const waiting = await open(`${post('/wait', 400_000)}${'b'.repeat(400_000)}`)
    const listening = await open('GET /listen HTTP/1.1\r\nHost: x\r\n\r\n')
    const silent = await open('GET /much HTTP/1.1\r\nHost: x\r\n\r\n')
    const open5 = { trickle, steady, waiting, listening, silent }
    const ended = () => Object.entries(open5).flatMap(([name, { ours }]) => (ours.destroyed ? name : []))
    const arrives = async ({ client, ours }: { client: Socket; ours: Socket }, bytes: number) => {
      const before = ours.bytesRead
      client.write(Buffer.alloc(bytes))
      await expect.poll(() => ours.bytesRead).toBe(before + bytes)
    }
    // The kernel buffers some unread data; how much is up to the system.
    for (let looks = 0; ended().length < 2 && looks < 100; looks++) {
      now += 300
      if (!trickle.ours.destroyed) await arrives(trickle, 1)
      await arrives(steady, 2_000)
      look()
    }
    expect(ended()).toEqual(['trickle', 'silent'])
    const said = once(waiting.client, 'data')
    ready.resolve()
    expect(String((await said)[0])).toContain('late')
    look()
    expect(ended()).toEqual(['trickle', 'silent'])
  } finally {
    for (const socket of sockets) socket.destroy()
    server.closeAllConnections()
    server.close()
  }
})
