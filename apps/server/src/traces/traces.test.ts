import { createRepo, setUpstreams } from '@portolan/hub'
import { databases } from '@portolan/hub/testing'
import { describe, expect, test, vi } from 'vitest'
import { openFakeCollector } from '../testing/fake-collector.ts'
import { commitLarge } from '../testing/lfs-upload.ts'
import { openMockUpstream } from '../testing/mock-upstream.ts'
import { openReceiver } from '../testing/open-receiver.ts'
import { openTestServer } from '../testing/open-test-server.ts'

const patience = { timeout: 60_000 }
const traceId = 'a'.repeat(32)
const parent = `00-${traceId}-${'b'.repeat(16)}-01`

describe.for(databases)('traces on %s', (database) => {
  test('a request is a span, and what it waits for are spans within it; upstreams continue its trace', async () => {
    await using collector = await openFakeCollector()
    await using mock = await openMockUpstream()
    const settings = { PORTOLAN_OTLP_ENDPOINT: collector.origin, PORTOLAN_TRACE_RATIO: '0' }
    await using t = await openTestServer({ database, settings })
    const ada = await t.addUser('ada')
    await createRepo(t.hub, ada.actor, { type: 'model', name: 'tides', files: [{ path: 'a.txt', content: Buffer.from('secret-content') }] })
    setUpstreams(t.hub, [mock.upstream('vllm', [{ id: 'ada/tides' }])])
    const headers = { traceparent: parent, 'content-type': 'application/json' }
    await (await t.request('/api/models/ada/tides', { headers })).text()
    await (await t.request('/api/models/ada/tides/compare/main..main', { headers })).text()
    await (await t.request('/ada/tides/resolve/main/a.txt', { headers })).text()
    const body = JSON.stringify({ model: 'ada/tides', messages: [{ role: 'user', content: 'secret-content' }] })
    expect((await t.request('/v1/chat/completions', { method: 'POST', as: ada, body, headers })).status).toBe(200)
    await (await t.request('/api/models/ada/not-traced')).text()
    await vi.waitUntil(() => collector.spans.some(({ name }) => name === 'POST /v1/chat/completions'), patience)
    const { spans } = collector
    expect(new Set(spans.map((span) => span.traceId))).toEqual(new Set([traceId]))
    const info = spans.find(({ name }) => name === 'GET /api/:kind{(?:models|datasets|spaces)}/:owner/:name')
    expect(info).toMatchObject({
      parentSpanId: 'b'.repeat(16),
      attributes: { 'url.path': '/api/models/ada/tides', 'http.response.status_code': 200 },
    })
    const below = spans.filter(({ parentSpanId }) => parentSpanId === info?.spanId)
    expect(below.map(({ name }) => name)).toContain('select repo')
    const statement = below.find(({ name }) => name === 'select repo')
    expect(statement?.attributes['db.system.name']).toBe(database === 'postgres' ? 'postgresql' : 'sqlite')
    const chat = spans.find(({ name }) => name === 'POST /v1/chat/completions')
    const call = spans.find(({ name }) => name === 'inference POST')
    expect(call).toMatchObject({ parentSpanId: chat?.spanId, attributes: { 'http.response.status_code': 200 } })
    expect(mock.hits[0]?.headers['traceparent']).toBe(`00-${traceId}-${call?.spanId}-01`)
    expect(JSON.stringify(spans)).not.toMatch(/secret-content|not-traced/)
    expect(JSON.stringify(spans)).not.toContain(ada.token)
  })
})

test('jobs of pools have the time they waited, and calls to the store belong to their request', async () => {
  await using collector = await openFakeCollector()
  await using t = await openTestServer({
    settings: { PORTOLAN_OTLP_ENDPOINT: `${collector.origin}/`, PORTOLAN_TRACE_RATIO: '1', PORTOLAN_METRICS_PORT: '0' },
  })
  const ada = await t.addUser('ada')
  const as = { as: ada, headers: { 'content-type': 'application/json' } }
  await createRepo(t.hub, ada.actor, { type: 'model', name: 'tides', files: [{ path: 'a.txt', content: Buffer.from('1\n2\n') }] })
  const commit = [
    { key: 'header', value: { summary: 'x' } },
    { key: 'file', value: { path: 'a.txt', content: '1\n3\n' } },
  ]
  await t.request('/api/models/ada/tides/commit/main', {
    ...as,
    method: 'POST',
    body: commit.map((line) => JSON.stringify(line)).join('\n'),
  })
  expect((await t.request('/api/models/ada/tides/compare/HEAD^..HEAD', as)).status).toBe(200)
  await commitLarge(t, 'ada/tides', 'chart.bin', Buffer.alloc(100_000, 'x'), ada)
  await vi.waitUntil(() => collector.spans.some(({ name }) => name === 'job diffs'), patience)
  const find = (name: string) => collector.spans.find((span) => span.name === name)
  expect(find('job diffs')?.attributes).toHaveProperty('portolan.queue_ms')
  await vi.waitUntil(() => find('disk put') !== undefined, patience)
  const metrics = await (await fetch(`http://127.0.0.1:${t.metricsPort}/metrics`)).text()
  expect(metrics).toContain('portolan_pool_jobs_total{pool="diffs",outcome="done"} 1')
  expect(metrics).toContain('portolan_pool_jobs_running{pool="diffs"} 0')
  expect(find('disk put')?.parentSpanId).not.toBe('')
})

test('a webhook begins a trace that its receiver can continue', async () => {
  await using collector = await openFakeCollector()
  await using receiver = await openReceiver(200)
  const settings = { PORTOLAN_OTLP_ENDPOINT: collector.origin, PORTOLAN_TRACE_RATIO: '1', PORTOLAN_WEBHOOK_REACH: 'any' }
  await using t = await openTestServer({ settings })
  const ada = await t.addUser('ada')
  await t.scheduler.run('dispatch webhook events')
  const body = JSON.stringify({ url: receiver.url, watched: [{ type: 'user', name: 'ada' }], domains: ['repo'] })
  const headers = { 'content-type': 'application/json' }
  expect((await t.request('/api/settings/webhooks', { method: 'POST', as: ada, body, headers })).status).toBe(200)
  await createRepo(t.hub, ada.actor, { type: 'model', name: 'tides' })
  await t.scheduler.run('dispatch webhook events')
  await t.scheduler.run('deliver webhooks')
  await receiver.heard(1)
  await vi.waitUntil(() => collector.spans.some(({ name }) => name === 'webhook POST'), patience)
  const span = collector.spans.find(({ name }) => name === 'webhook POST')
  expect(receiver.hits[0]?.headers['traceparent']).toBe(`00-${span?.traceId}-${span?.spanId}-01`)
})

test('a collector that hangs delays nobody, what it does not take is dropped and counted, and the server still ends', async () => {
  await using collector = await openFakeCollector(true)
  const settings = { PORTOLAN_OTLP_ENDPOINT: collector.origin, PORTOLAN_TRACE_RATIO: '1', PORTOLAN_METRICS_PORT: '0' }
  let drops = 0
  {
    await using t = await openTestServer({ settings })
    // Each request makes several spans: more than may wait.
    for (let i = 0; i < 100; i++) {
      await Promise.all(Array.from({ length: 30 }, async () => (await t.request('/api/models')).text()))
    }
    await vi.waitUntil(async () => {
      const text = await (await fetch(`http://127.0.0.1:${t.metricsPort}/metrics`)).text()
      drops = Number(/^portolan_trace_spans_dropped_total (\d+)$/m.exec(text)?.[1])
      return drops > 0
    }, patience)
  }
  expect(collector.requests).toBeGreaterThan(0)
  expect(drops).toBeGreaterThan(0)
})
