import { routeHealth, setUpstreams } from '@portolan/hub'
import { openTestHub } from '@portolan/hub/testing'
import { expect, test } from 'vitest'
import { answerLikeOpenAi, openMockUpstream, sendJson, upstreamKey } from '../testing/mock-upstream.ts'
import { probeUpstream, startProbes } from './probe-upstreams.ts'

const { signal } = new AbortController()

test('a look at an upstream: there, there but unwilling, failing, gone', async () => {
  await using hub = await openTestHub()
  await using mock = await openMockUpstream()
  const upstream = mock.upstream('vllm', [], { timeouts: { connect: 300, firstByte: 300, idle: 300 } })
  const health = routeHealth(hub, 'vllm', '')
  await probeUpstream(hub, upstream, signal)
  expect([health.failures, health.firstByteMs.length]).toEqual([0, 1])
  expect(mock.hits[0]).toMatchObject({ method: 'GET', path: '/v1/models', headers: { authorization: `Bearer ${upstreamKey}` } })
  mock.behave((_hit, response) => sendJson(response, {}, 401))
  await probeUpstream(hub, upstream, signal)
  expect(health.failures).toBe(0)
  for (const behavior of [
    (_hit: unknown, response: Parameters<typeof sendJson>[0]) => sendJson(response, {}, 503),
    (_hit: unknown, response: Parameters<typeof sendJson>[0]) => void response.destroy(),
    () => {},
  ]) {
    mock.behave(behavior)
    await probeUpstream(hub, upstream, signal)
  }
  expect([health.failures, health.restsUntil > hub.now().getTime()]).toEqual([3, true])
  mock.behave(answerLikeOpenAi)
  await probeUpstream(hub, upstream, signal)
  expect([health.failures, health.restsUntil]).toEqual([0, 0])
})

test('probes ask those that want it, and end at once', async () => {
  await using hub = await openTestHub()
  await using mock = await openMockUpstream()
  await using silent = await openMockUpstream()
  silent.behave(() => {})
  setUpstreams(hub, [
    mock.upstream('asked', [], { probeMs: 60_000 }),
    mock.upstream('not-asked', []),
    silent.upstream('silent', [], { probeMs: 60_000 }),
  ])
  const probes = startProbes(hub)
  for (const { run } of probes.jobs) await run(signal)
  await expect.poll(() => [mock.hits.length, silent.hits.length]).toEqual([1, 1])
  await probes[Symbol.asyncDispose]()
  await silent.hits[0]?.closed
  expect(routeHealth(hub, 'silent', '').failures).toBe(0)
})
