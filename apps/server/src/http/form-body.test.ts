import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { Env } from '../env.ts'
import { formBody } from './form-body.ts'

test('a form of unannounced length is read only as far as a form may be long', async () => {
  let pulled = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (++pulled > 1_000) controller.close()
      else controller.enqueue(new Uint8Array(16 * 1024).fill(0x61))
    },
  })
  const app = new Hono<Env>().post('/', async (c) => c.json([...(await formBody(c))]))
  const answer = await app.request(new Request('http://hub/', { method: 'POST', body, duplex: 'half' }))
  expect(await answer.json()).toEqual([])
  expect(pulled).toBeLessThan(10)
  expect(await (await app.request('/', { method: 'POST', body: 'a=1&b=2' })).json()).toEqual([
    ['a', '1'],
    ['b', '2'],
  ])
})
