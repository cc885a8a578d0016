import { expect, test } from 'vitest'
import { fetchOrThrow, HttpError } from './fetch-or-throw.ts'
import { RequestQueue } from './request-queue.ts'
import { answeringServer } from './testing/answering-server.ts'
import { fakeClock } from './testing/fake-clock.ts'

test('an answer of the server that is not 2xx is an error with status, headers and body', async () => {
  await using server = await answeringServer((_request, response) =>
    response.writeHead(418, { 'X-Kind': 'teapot', 'Content-Type': 'application/json' }).end('{"error":{"message":"short and stout"}}'),
  )
  const error = await fetchOrThrow(server.url).catch((caught: unknown) => caught as HttpError)
  expect(error).toBeInstanceOf(HttpError)
  expect(error).toMatchObject({ status: 418, message: 'short and stout', body: { error: { message: 'short and stout' } } })
  expect((error as HttpError).headers.get('x-kind')).toBe('teapot')
})

test.for([
  ['{"error":"said by a hub"}', 'said by a hub'],
  ['{"message":"said so"}', 'said so'],
  ['<h1>Bad gateway</h1>', 'HTTP 502 Bad Gateway'],
  ['', 'HTTP 502 Bad Gateway'],
])('the message of %s', async ([body, message]) => {
  await using server = await answeringServer((_request, response) => response.writeHead(502).end(body))
  await expect(fetchOrThrow(server.url)).rejects.toMatchObject({ message })
})

test('of an endless error body only the start is read', async () => {
  await using server = await answeringServer((_request, response) => {
    response.writeHead(500)
    const more = (): void => void (response.destroyed || response.write('x'.repeat(1 << 16), () => setImmediate(more)))
    more()
  })
  const error = await fetchOrThrow(server.url).catch((caught: unknown) => caught as HttpError)
  expect((error as HttpError).body).toBe('x'.repeat(64 * 1024))
})

test('a body that breaks off leaves the status', async () => {
  await using server = await answeringServer((_request, response) => {
    response.writeHead(503, { 'Content-Length': '100' })
    response.write('half', () => response.destroy())
  })
  await expect(fetchOrThrow(server.url)).rejects.toMatchObject({ status: 503 })
})

test('through a queue: 429 with Retry-After, a dropped connection, 500, then the answer', async () => {
  await using server = await answeringServer((request, response, number) => {
    if (number === 1) response.writeHead(429, { 'Retry-After': '3' }).end()
    else if (number === 2) request.socket.destroy()
    else if (number === 3) response.writeHead(500).end()
    else response.end('at last')
  })
  const clock = fakeClock()
  const queue = new RequestQueue({ clock, random: () => 0 })
  const response = await queue.call(({ signal }) => fetchOrThrow(server.url, { ...(signal && { signal }) }))
  expect(await response.text()).toBe('at last')
  expect(clock.waits).toEqual([3000, 2000, 4000])
})

test('through a queue: an abort closes the connection to the server', async () => {
  const closed = Promise.withResolvers<void>()
  const controller = new AbortController()
  await using server = await answeringServer((request) => {
    request.socket.on('close', () => closed.resolve())
    controller.abort()
  })
  const call = new RequestQueue().call(({ signal }) => fetchOrThrow(server.url, { ...(signal && { signal }) }), {
    signal: controller.signal,
  })
  await expect(call).rejects.toMatchObject({ name: 'AbortError' })
  await closed.promise
  expect(server.requests()).toBe(1)
})
