import type { ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { queuedFetch } from './queued-fetch.ts'
import { RequestQueue } from './request-queue.ts'
import { answeringServer } from './testing/answering-server.ts'
import { fakeClock } from './testing/fake-clock.ts'

/** A queue whose pauses take no time, and the pauses it would have taken. */
function quickQueue(maxRetries = 3) {
  const clock = fakeClock()
  return { queue: new RequestQueue({ clock, random: () => 0, maxRetries }), waits: clock.waits }
}

test('a read is made again, as Retry-After says', async () => {
  await using server = await answeringServer((request, response, number) => {
    if (number === 1) response.writeHead(429, { 'Retry-After': '3' }).end('busy')
    else if (number === 2) request.socket.destroy()
    else response.end('at last')
  })
  const { queue, waits } = quickQueue()
  const response = await queuedFetch(queue)(server.url)
  expect([response.status, await response.text(), waits]).toEqual([200, 'at last', [3000, 2000]])
})

test.for([
  ['the last answer comes back when nothing helps', 503, 4],
  ['a refusal comes back at once', 404, 1],
  ['a redirect that is not to be followed is an answer', 302, 1],
] as const)('%s: %d', async ([, status, requests]) => {
  await using server = await answeringServer((_request, response) => response.writeHead(status, { Location: '/elsewhere' }).end('said'))
  const response = await queuedFetch(quickQueue().queue)(server.url, { redirect: 'manual' })
  expect([response.status, await response.text(), server.requests()]).toEqual([status, 'said', requests])
})

test.for([
  ['refused', (response: ServerResponse) => response.writeHead(503).end(), 503],
  ['broken off', (response: ServerResponse) => response.destroy(), 'TypeError'],
] as const)('a POST is sent once: %s', async ([, answer, expected]) => {
  const bodies: string[] = []
  await using server = await answeringServer(
    (request, response) =>
      void text(request).then((body) => {
        bodies.push(body)
        answer(response)
      }),
  )
  const outcome = await queuedFetch(quickQueue().queue)(new Request(server.url, { method: 'POST', body: 'work' })).then(
    ({ status }) => status,
    (error: unknown) => (error as Error).name,
  )
  expect([outcome, bodies]).toEqual([expected, ['work']])
})

test('a signal ends it, that of the request, too', async () => {
  await using server = await answeringServer(() => {})
  const { queue } = quickQueue()
  const signal = AbortSignal.abort(new Error('left'))
  await expect(queuedFetch(queue)(server.url, { signal })).rejects.toThrow('left')
  await expect(queuedFetch(queue)(new Request(server.url, { signal }))).rejects.toThrow('left')
  expect(server.requests()).toBe(0)
})
