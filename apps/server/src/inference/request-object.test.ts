import { Hono } from 'hono'
import { HubError } from '@portolan/contract'
import { expect, test } from 'vitest'
import { providerBody } from './provider-body.ts'
import { jsonObjectBody } from './request-object.ts'
import { taskBody } from './task-body.ts'

const readers = { openai: jsonObjectBody, provider: providerBody, task: taskBody }

/** Sends a JSON body in pieces of 64 KiB. @returns the answer, and how many of the pieces were read */
async function send(read: keyof typeof readers, text: string, headers: Record<string, string>): Promise<[number, string, number]> {
  const bytes = Buffer.from(text)
  let pulled = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = bytes.subarray(pulled * 65_536, (pulled + 1) * 65_536)
      pulled++
      if (piece.length === 0) controller.close()
      else controller.enqueue(piece)
    },
  })
  const app = new Hono()
    .post('/', async (c) => {
      await readers[read](c)
      return c.text('taken')
    })
    .onError((error, c) => c.text(error instanceof HubError ? error.code : String(error), 400))
  const answer = await app.request(new Request('http://hub/', { method: 'POST', body, headers, duplex: 'half' }))
  return [answer.status, await answer.text(), pulled]
}

const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const deep = `{"inputs":${'['.repeat(4_000_000)}`

test.for([
  ['openai', json],
  ['provider', json],
  ['provider', {}],
  ['task', json],
  ['task', {}],
  ['task', form],
] as const)('a deep JSON body for %s with %o is refused with its first pieces', async ([read, headers]) => {
  const [status, code, pulled] = await send(read, deep, headers)
  expect([status, code]).toEqual([400, 'body.invalid'])
  expect(pulled).toBeLessThan(5)
  // A file may contain anything.
  if (read === 'task') expect(await send(read, deep, { 'content-type': 'image/png' })).toEqual([200, 'taken', expect.any(Number)])
  expect((await send(read, '{"inputs":"x"}', headers)).slice(0, 2)).toEqual([200, 'taken'])
  expect((await send(read, `{"inputs":"${'x'.repeat(1_000_000)}"}`, headers)).slice(0, 2)).toEqual([200, 'taken'])
})

test('a body with millions of escaped characters is refused', async () => {
  expect((await send('openai', `{"inputs":"${'\\n'.repeat(3_000_000)}"}`, json)).slice(0, 2)).toEqual([400, 'body.invalid'])
})
