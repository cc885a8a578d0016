import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { getRequestListener } from '@hono/node-server'
import type { Logger } from '@portolan/hub'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { sendFile } from './send-file.ts'

test('a file that went from the disk since it was looked up is read where its bytes are now', async () => {
  const content = Buffer.from('soundings by the fathom')
  const logged: unknown[] = []
  const note = (...words: unknown[]) => void logged.push(words)
  const log = { debug: note, info: note, warn: note, error: note } as unknown as Logger
  const app = new Hono().get('/', (c) =>
    sendFile(
      c,
      {
        etag: 'e',
        size: content.length,
        localPath: '/nowhere/at/all',
        read: async (range) => Readable.from([content.subarray(range?.start ?? 0, (range?.end ?? content.length) + 1)]),
      },
      {},
      log,
    ),
  )
  const listener = getRequestListener(app.fetch)
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  expect(await (await fetch(url)).text()).toBe(content.toString())
  expect(await (await fetch(url, { headers: { Range: 'bytes=10-11' } })).text()).toBe('by')
  expect(logged).toEqual([])
  server.closeAllConnections()
  server.close()
})
