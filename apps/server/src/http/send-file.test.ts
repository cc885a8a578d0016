import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { getRequestListener } from '@hono/node-server'
import type { Logger } from '@portolan/hub'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { type SendableFile, sendFile } from './send-file.ts'

const content = Buffer.from('soundings by the fathom')

/** Starts a server that serves one file. */
async function serve(file: Pick<SendableFile, 'localPath' | 'read'>) {
  const logged: unknown[] = []
  const note = (...words: unknown[]) => void logged.push(words)
  const log = { debug: note, info: note, warn: note, error: note } as unknown as Logger
  const app = new Hono().get('/', (c) => sendFile(c, { etag: 'e', size: content.length, ...file }, {}, log))
  const listener = getRequestListener(app.fetch)
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    logged,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

test('a file that went from the disk since it was looked up is read where its bytes are now', async () => {
  await using t = await serve({
    localPath: '/nowhere/at/all',
    read: async (range) => Readable.from([content.subarray(range?.start ?? 0, (range?.end ?? content.length) + 1)]),
  })
  expect(await (await fetch(t.url)).text()).toBe(content.toString())
  expect(await (await fetch(t.url, { headers: { Range: 'bytes=10-11' } })).text()).toBe('by')
  expect(t.logged).toEqual([])
})

test.for([0, 1, content.length - 1])(
  'a source that ends after %i bytes breaks the connection: the client does not wait for the rest',
  async (bytes) => {
    await using t = await serve({ localPath: null, read: async () => Readable.from([content.subarray(0, bytes)], { objectMode: false }) })
    await expect(fetch(t.url).then((answer) => answer.text())).rejects.toThrow(/fetch failed|terminated/)
    expect(t.logged).toEqual([['could not send a file completely', expect.objectContaining({ etag: 'e' })]])
  },
)
