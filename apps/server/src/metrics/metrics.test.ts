import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRepo, recordRouteFailure, routeHealth, setUpstreams } from '@portolan/hub'
import { databases } from '@portolan/hub/testing'
import { describe, expect, test, vi } from 'vitest'
import { commitLarge, sha256Of } from '../testing/lfs-upload.ts'
import { openMockUpstream } from '../testing/mock-upstream.ts'
import { openTestServer } from '../testing/open-test-server.ts'

const token = 'a-token-of-the-monitoring'

/** The sample lines of a scrape, by name with labels. */
function samples(text: string): Map<string, number> {
  return new Map(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  )
}

/** Waits until this many requests are in flight, the one that asks included: a request is counted a moment after its response has arrived. */
async function untilInFlight(origin: string, count: number): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  const read = async () => samples(await (await fetch(`${origin}/metrics`, { headers })).text()).get('portolan_http_requests_in_flight')
  await vi.waitFor(async () => expect(await read()).toBe(count), { timeout: 30_000 })
}

describe.for(databases)('metrics on %s', (database) => {
  test('count requests by route, and tell what the hub holds', async () => {
    await using t = await openTestServer({ database, settings: { PORTOLAN_METRICS_TOKEN: token } })
    const ada = await t.addUser('ada')
    await createRepo(t.hub, ada.actor, { type: 'model', name: 'tides' })
    const scrape = async () => samples(await (await fetch(`${t.origin}/metrics`, { headers: { authorization: `Bearer ${token}` } })).text())
    for (const path of ['/api/models/ada/tides', '/api/models/ada/tides', '/api/models/ada/none']) await (await t.request(path)).text()
    const body = 'x'.repeat(100_000)
    await (await t.request('/api/validate-yaml', { method: 'POST', body: JSON.stringify({ content: body }), as: ada })).text()
    await untilInFlight(t.origin, 1)
    const seen = await scrape()
    const route = '/api/:kind{(?:models|datasets|spaces)}/:owner/:name'
    expect(seen.get(`portolan_http_requests_total{method="GET",route="${route}",status="200"}`)).toBe(2)
    expect(seen.get(`portolan_http_requests_total{method="GET",route="${route}",status="401"}`)).toBe(1)
    expect(seen.get(`portolan_http_request_duration_seconds_count{method="GET",route="${route}"}`)).toBe(3)
    expect(seen.get('portolan_http_received_bytes_total{route="/api/validate-yaml"}')).toBeGreaterThan(100_000)
    expect(seen.get('portolan_repos{type="model"}')).toBe(1)
    expect(seen.get('portolan_accounts{kind="user"}')).toBe(1)
    expect(seen.get('portolan_storage_used_bytes{kind="large_files"}')).toBe(0)
    expect(seen.get('portolan_storage_free_bytes')).toBeGreaterThan(0)
    expect(seen.get('portolan_job_runs_total{job="deliver webhooks"}')).toBe(0)
    expect(seen.get('portolan_build_info{version="0.1.0"}')).toBe(1)
    expect(seen.get('portolan_engine_loaded_models')).toBe(undefined)
    expect(seen.has('nodejs_eventloop_lag_p99_seconds')).toBe(true)
    // What never happened is no time in 1970, and no fresh backup.
    for (const name of ['gc_last_run_timestamp_seconds', 'gc_last_freed_bytes', 'backup_last_success_age_seconds', 'verify_round_ratio'])
      expect([name, seen.has(`portolan_${name}`)]).toEqual([name, false])
    expect(seen.get('portolan_live_streams')).toBe(0)
    expect(seen.get('portolan_database_statement_duration_seconds_count{verb="select"}')).toBeGreaterThan(3)
    expect(seen.get('portolan_database_connection_wait_seconds_count')).toBeGreaterThan(3)
  })
})

test.for(databases)('tell on %s how old the last backup is, and what is damaged', async (database) => {
  const settings = {
    PORTOLAN_METRICS_TOKEN: token,
    PORTOLAN_BACKUP_EVERY_HOURS: '1',
    PORTOLAN_BACKUP_TO: 'safe',
    PORTOLAN_VERIFY_DAYS: '1',
  }
  await using t = await openTestServer({ database, settings })
  const ada = await t.addUser('ada')
  await t.request('/api/repos/create', { method: 'POST', as: ada, body: JSON.stringify({ type: 'model', name: 'tides' }) })
  const chart = Buffer.alloc(100_000, 'x')
  await commitLarge(t, 'ada/tides', 'chart.bin', chart, ada)
  const begun = t.hub.now().getTime() + 4_000_000
  t.hub.tick(4_000_000)
  await t.advance(0)
  await rm(t.hub.blobs.localPath(sha256Of(chart)) ?? '')
  t.hub.tick(86_400_000)
  await t.advance(0)
  const seen = samples(await (await fetch(`${t.origin}/metrics`, { headers: { authorization: `Bearer ${token}` } })).text())
  // The hub itself lacked a file: that is a backup, though an incomplete one.
  expect(seen.get('portolan_backup_last_success_timestamp_seconds')).toBe(begun / 1000 + 86_400)
  expect(seen.get('portolan_backup_last_success_age_seconds')).toBe(0)
  expect(seen.get('portolan_backup_last_bytes')).toBeGreaterThan(1_000)
  expect(seen.get('portolan_backup_failed')).toBe(0)
  expect(seen.get('portolan_storage_damages')).toBe(1)
  expect(seen.get('portolan_verify_last_round_timestamp_seconds')).toBeGreaterThan(0)
  expect(seen.has('portolan_rehearsal_last_success_timestamp_seconds')).toBe(false)
})

test('what callers ask for makes no new series, and no name shows', async () => {
  await using t = await openTestServer({ settings: { PORTOLAN_METRICS_TOKEN: token } })
  const scrape = async () => (await fetch(`${t.origin}/metrics`, { headers: { authorization: `Bearer ${token}` } })).text()
  const ask = (i: number) =>
    Promise.all(
      [`/api/models/secret${i}/x`, `/nothing/at${i}`, `/x${i}`, `/a${i}/b/resolve/main/c`].map(async (path) =>
        (await t.request(path)).text(),
      ),
    )
  const own = (text: string) =>
    [...samples(text).keys()].filter((name) => name.startsWith('portolan_http_') && !name.includes('/metrics')).toSorted()
  await ask(0)
  await untilInFlight(t.origin, 1)
  const before = own(await scrape())
  for (let i = 1; i <= 25; i++) await ask(i)
  await untilInFlight(t.origin, 1)
  const after = await scrape()
  expect(own(after)).toEqual(before)
  expect(before.length).toBeGreaterThan(10)
  expect(after.match(/.*(?:secret|nothing\/at).*/g)).toBe(null)
})

test('a client that leaves is counted as such', async () => {
  await using t = await openTestServer({ settings: { PORTOLAN_METRICS_TOKEN: token } })
  const leaving = new AbortController()
  const { token: secret } = await t.addUser('ada')
  const call = fetch(`${t.origin}/api/repos/create`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from('{"name":')) }),
    duplex: 'half',
    signal: leaving.signal,
  }).catch(() => null)
  await untilInFlight(t.origin, 2)
  leaving.abort()
  await call
  const headers = { authorization: `Bearer ${token}` }
  await vi.waitFor(
    async () =>
      expect(await (await fetch(`${t.origin}/metrics`, { headers })).text()).toMatch(/requests_total\{method="POST",[^}]*status="499"\} 1/),
    { timeout: 30_000 },
  )
})

test('are read by holders of the token, and on a port of their own; by nobody else', async () => {
  await using t = await openTestServer({ settings: { PORTOLAN_METRICS_TOKEN: token, PORTOLAN_METRICS_PORT: '0' } })
  const ada = await t.addUser('ada')
  const statuses = await Promise.all([
    t.request('/metrics'),
    t.request('/metrics', { as: ada }),
    t.request('/metrics', { headers: { authorization: 'Bearer a-token-of-the-monitorinG' } }),
    fetch(`http://127.0.0.1:${t.metricsPort}/metrics`),
    fetch(`http://127.0.0.1:${t.metricsPort}/api/models`),
    fetch(`http://127.0.0.1:${t.metricsPort}/metrics`, { method: 'POST' }),
  ]).then((answers) => answers.map(({ status }) => status))
  expect(statuses).toEqual([404, 404, 404, 200, 404, 404])
  await using none = await openTestServer()
  expect((await none.request('/metrics', { headers: { authorization: 'Bearer ' } })).status).toBe(404)
})

test.for(databases)('tell on %s that the disk is almost full and that the clock jumped, as the overview does', async (database) => {
  const machine = { uptimeMs: () => 0, boot: 'test', databaseNow: async () => null }
  await using t = await openTestServer({
    database,
    settings: { PORTOLAN_METRICS_TOKEN: token },
    machine,
    config: { diskReserveBytes: 1e9 * 1024 ** 2 },
  })
  const root = await t.addUser('root')
  const scrape = async () => samples(await (await fetch(`${t.origin}/metrics`, { headers: { authorization: `Bearer ${token}` } })).text())
  const warnings = async () => {
    const overview = await t.request('/api/admin/overview', { as: root })
    return ((await overview.json()) as { warnings: string[] }).warnings
  }
  const disk = /^The disk is almost full: \d+ MB are free, 1000000000 MB are reserved .+ refused\.$/
  const before = await scrape()
  expect([before.get('portolan_disk_low'), before.get('portolan_disk_read_only')]).toEqual([1, 0])
  expect(before.get('portolan_disk_free_bytes')).toBeGreaterThan(0)
  expect(before.get('portolan_disk_reserve_bytes')).toBe(1e9 * 1024 ** 2)
  expect([before.get('portolan_clock_jumps_total'), before.get('portolan_clock_hold')]).toEqual([0, 0])
  expect(await warnings()).toEqual([expect.stringMatching(disk), 'There is no backup, and none is scheduled.'])
  await t.scheduler.run('watch the clock')
  t.hub.tick(2 * 86_400_000)
  await t.scheduler.run('watch the clock')
  const after = await scrape()
  expect([after.get('portolan_clock_jumps_total'), after.get('portolan_clock_hold')]).toEqual([1, 1])
  expect(await warnings()).toContainEqual(
    'The clock is not reliable: the clock of this machine was set forward by 2 days. Nothing is freed until 2026-01-11 03:04 UTC.',
  )
  await t.scheduler.run('watch the clock')
  expect((await scrape()).get('portolan_clock_jumps_total')).toBe(1)
})

test('a hub with room and a right clock warns of neither', async () => {
  await using t = await openTestServer({ settings: { PORTOLAN_METRICS_TOKEN: token, PORTOLAN_DISK_RESERVE_MB: '1' } })
  const root = await t.addUser('root')
  await t.advance(0)
  const seen = samples(await (await fetch(`${t.origin}/metrics`, { headers: { authorization: `Bearer ${token}` } })).text())
  expect(['disk_low', 'disk_read_only', 'clock_jumps_total', 'clock_hold'].map((name) => seen.get(`portolan_${name}`))).toEqual([
    0, 0, 0, 0,
  ])
  const { warnings } = (await (await t.request('/api/admin/overview', { as: root })).json()) as { warnings: string[] }
  expect(warnings).toEqual(['There is no backup, and none is scheduled.'])
})

test('count calls to the store and to other systems, and say which upstream is avoided', async () => {
  await using mock = await openMockUpstream()
  await using t = await openTestServer({ settings: { PORTOLAN_METRICS_TOKEN: token } })
  const ada = await t.addUser('ada')
  await createRepo(t.hub, ada.actor, { type: 'model', name: 'tides' })
  const scrape = async () => samples(await (await fetch(`${t.origin}/metrics`, { headers: { authorization: `Bearer ${token}` } })).text())
  const before = await scrape()
  await commitLarge(t, 'ada/tides', 'chart.bin', Buffer.alloc(100_000, 'x'), ada)
  await expect(t.hub.blobs.read('0'.repeat(64))).rejects.toThrow('The blob is not stored on this hub.')
  setUpstreams(t.hub, [mock.upstream('vllm', [{ id: 'ada/tides' }]), mock.upstream('away', [{ id: 'ada/tides' }])])
  for (let i = 0; i < 3; i++) recordRouteFailure(t.hub, routeHealth(t.hub, 'away', ''))
  const body = JSON.stringify({ model: 'ada/tides', messages: [{ role: 'user', content: 'hello' }] })
  expect((await t.request('/v1/chat/completions', { method: 'POST', as: ada, body })).status).toBe(200)
  const after = await scrape()
  const grown = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0)
  expect(grown('portolan_store_operation_duration_seconds_count{store="disk",operation="put"}')).toBe(1)
  expect(grown('portolan_store_operation_duration_seconds_count{store="disk",operation="read"}')).toBe(1)
  expect(grown('portolan_store_operation_failures_total{store="disk",operation="read"}')).toBe(1)
  expect(grown('portolan_store_operation_failures_total{store="disk",operation="put"}')).toBe(0)
  expect(grown('portolan_outgoing_calls_total{kind="inference",outcome="2xx"}')).toBe(1)
  expect(grown('portolan_outgoing_call_duration_seconds_count{kind="inference"}')).toBe(1)
  expect([after.get('portolan_upstream_resting{upstream="vllm"}'), after.get('portolan_upstream_resting{upstream="away"}')]).toEqual([0, 1])
})

test('count bytes by protocol and direction', async () => {
  await using t = await openTestServer({ settings: { PORTOLAN_METRICS_TOKEN: token } })
  const ada = await t.addUser('ada')
  await createRepo(t.hub, ada.actor, { type: 'model', name: 'tides' })
  const chart = Buffer.alloc(300_000, 'x')
  await commitLarge(t, 'ada/tides', 'chart.bin', chart, ada)
  expect((await (await t.request('/ada/tides/resolve/main/chart.bin')).arrayBuffer()).byteLength).toBe(chart.length)
  await (await t.request('/ada/tides/info/refs?service=git-upload-pack')).arrayBuffer()
  await (await t.request(`/api/models/ada/tides/xet-read-token/main`, { as: ada })).arrayBuffer()
  await vi.waitFor(
    async () => {
      const seen = samples(await (await fetch(`${t.origin}/metrics`, { headers: { authorization: `Bearer ${token}` } })).text())
      const bytes = (protocol: string, direction: string) =>
        seen.get(`portolan_transfer_bytes_total{protocol="${protocol}",direction="${direction}"}`) ?? 0
      expect(bytes('lfs', 'upload')).toBeGreaterThan(300_000)
      expect(bytes('files', 'download')).toBeGreaterThan(300_000)
      expect(bytes('files', 'upload')).toBeLessThan(10_000)
      for (const protocol of ['git', 'xet', 'commits']) expect([protocol, bytes(protocol, 'download') > 0]).toEqual([protocol, true])
    },
    { timeout: 30_000 },
  )
})

test.for(databases)('count on %s what became of webhook deliveries', async (database) => {
  await using t = await openTestServer({ database, settings: { PORTOLAN_METRICS_TOKEN: token, PORTOLAN_WEBHOOK_REACH: 'any' } })
  const answers = [500, 200, 410]
  const receiver = createServer((_, response) => response.writeHead(answers.shift() ?? 200).end()).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  try {
    const ada = await t.addUser('ada')
    await t.scheduler.run('dispatch webhook events')
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
    const body = JSON.stringify({ url, watched: [{ type: 'user', name: 'ada' }], domains: ['repo'] })
    expect((await t.request('/api/settings/webhooks', { method: 'POST', as: ada, body })).status).toBe(200)
    const announce = async (name: string) => {
      await t.request('/api/repos/create', { method: 'POST', as: ada, body: JSON.stringify({ type: 'model', name }) })
      await t.scheduler.run('dispatch webhook events')
    }
    const outcomes = async () => {
      const seen = samples(await (await fetch(`${t.origin}/metrics`, { headers: { authorization: `Bearer ${token}` } })).text())
      return ['delivered', 'retried', 'failed', 'refused'].map((outcome) =>
        seen.get(`portolan_webhook_attempts_total{outcome="${outcome}"}`),
      )
    }
    expect(await outcomes()).toEqual([0, 0, 0, 0])
    await announce('tides')
    await t.scheduler.run('deliver webhooks')
    expect(await outcomes()).toEqual([0, 1, 0, 0])
    t.hub.tick(10_000)
    await t.scheduler.run('deliver webhooks')
    expect(await outcomes()).toEqual([1, 1, 0, 0])
    await announce('currents')
    await t.scheduler.run('deliver webhooks')
    expect(await outcomes()).toEqual([1, 1, 1, 0])
  } finally {
    receiver.closeAllConnections()
    await new Promise((resolve) => receiver.close(resolve))
  }
})
