import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { answerLikeOpenAi, type MockUpstream, openMockUpstream } from '../testing/mock-upstream.ts'
import { callUpstream } from './call-upstream.ts'

const { signal } = new AbortController()

/** Makes one call and reads the whole response, so that its connection can be reused. @returns how often the upstream was called */
async function ask(mock: MockUpstream, method: 'GET' | 'POST'): Promise<number> {
  const before = mock.hits.length
  const body = method === 'GET' ? null : Buffer.from('{}')
  const request = { method, path: 'models', contentType: body && 'application/json', accept: '*/*', body }
  const { message, deadline } = await callUpstream(mock.upstream('vllm', []), request, signal)
  await buffer(message)
  deadline.stop()
  return mock.hits.length - before
}

/** An upstream that responds to the first request of a connection and breaks the connection on the second. */
async function breakingUpstream(): Promise<MockUpstream> {
  const mock = await openMockUpstream()
  const seen = new WeakSet()
  mock.behave((hit, response) => {
    const { socket } = response
    if (socket === null || seen.has(socket)) return void response.destroy()
    seen.add(socket)
    return answerLikeOpenAi(hit, response)
  })
  return mock
}

test('a read on a kept connection that the upstream breaks is made again, once', async () => {
  await using mock = await breakingUpstream()
  expect([await ask(mock, 'GET'), await ask(mock, 'GET'), await ask(mock, 'GET')]).toEqual([1, 2, 2])
})

test('a read that breaks on a new connection is not made again', async () => {
  await using mock = await openMockUpstream()
  mock.behave((_hit, response) => void response.destroy())
  await expect(ask(mock, 'GET')).rejects.toMatchObject({ name: 'UpstreamError', fault: 'broken' })
  expect(mock.hits).toHaveLength(1)
})

test('a call that may cost money is sent once, whatever becomes of the connection', async () => {
  await using mock = await breakingUpstream()
  expect(await ask(mock, 'POST')).toBe(1)
  await expect(ask(mock, 'POST')).rejects.toMatchObject({ name: 'UpstreamError', fault: 'broken' })
  expect(mock.hits).toHaveLength(2)
})

test('a caller who leaves ends the call', async () => {
  await using mock = await openMockUpstream()
  const leaving = new AbortController()
  mock.behave(() => leaving.abort())
  const request = { method: 'POST', path: 'models', contentType: null, accept: '*/*', body: null } as const
  await expect(callUpstream(mock.upstream('vllm', []), request, leaving.signal)).rejects.toMatchObject({
    name: 'UpstreamError',
    fault: 'broken',
  })
  await mock.hits[0]?.closed
  await expect(callUpstream(mock.upstream('vllm', []), request, leaving.signal)).rejects.toMatchObject({
    name: 'UpstreamError',
    fault: 'broken',
  })
  expect(mock.hits).toHaveLength(1)
})
