import { databases, slowStatement } from '@portolan/hub/testing'
import { describe, expect, test, vi } from 'vitest'
import { appRoutes, bodyFor, fillRoute } from '../testing/repo-requests.ts'
import { captureLog } from '../testing/log-capture.ts'
import { commitLarge } from '../testing/lfs-upload.ts'
import { openTestServer } from '../testing/open-test-server.ts'
import { logLine } from './log-line.ts'

const patience = { timeout: 30_000 }
const all = { PORTOLAN_ACCESS_LOG: 'all', PORTOLAN_LOG_LEVEL: 'debug' }

test('a request is logged when its answer is complete: with its route, account and bytes', async () => {
  const { log, named } = captureLog()
  await using t = await openTestServer({ settings: all, log })
  const ada = await t.addUser('ada')
  await t.request('/api/repos/create', { method: 'POST', as: ada, body: JSON.stringify({ type: 'model', name: 'tides' }) })
  await commitLarge(t, 'ada/tides', 'chart.bin', Buffer.alloc(300_000, 'x'), ada)
  const answer = await t.request('/ada/tides/resolve/main/chart.bin?download=true', { as: ada, headers: { 'x-request-id': 'call-1' } })
  expect((await answer.arrayBuffer()).byteLength).toBe(300_000)
  const find = (path: string) => named('request').find(({ fields }) => fields['path'] === path)
  await vi.waitUntil(() => find('/ada/tides/resolve/main/chart.bin') !== undefined, patience)
  const { level, fields } = find('/ada/tides/resolve/main/chart.bin') ?? {}
  expect([level, fields]).toEqual([
    'info',
    expect.objectContaining({ requestId: 'call-1', method: 'GET', status: 200, account: 'ada', address: '127.0.0.1' }),
  ])
  expect(fields?.['route']).toMatch(/resolve/)
  expect(fields?.['sent']).toBeGreaterThan(300_000)
  expect(fields).not.toHaveProperty('aborted')
  await (await t.request('/api/health/live')).text()
  await vi.waitUntil(() => find('/api/health/live') !== undefined, patience)
  expect(find('/api/health/live')?.level).toBe('debug')
})

test('a stream is logged at its end, and one that its reader left as such', async () => {
  const { log, named } = captureLog()
  await using t = await openTestServer({ settings: all, log })
  const leaving = new AbortController()
  const answer = await t.request('/api/events?topic=listing:model', { signal: leaving.signal })
  expect(answer.status).toBe(200)
  expect(named('request')).toEqual([])
  leaving.abort()
  await vi.waitUntil(() => named('request').length === 1, patience)
  expect(named('request')[0]?.fields).toMatchObject({ path: '/api/events', status: 200, aborted: true })
})

test('an error names the same request id in its answer, in its log entry and in that of the request', async () => {
  const { log, entries, named } = captureLog()
  await using t = await openTestServer({ settings: { PORTOLAN_ACCESS_LOG: 'errors' }, log })
  const ada = await t.addUser('ada')
  vi.spyOn(t.hub.db, 'write').mockRejectedValue(new Error('unforeseen'))
  const answer = await t.request('/api/repos/create', { method: 'POST', as: ada, body: JSON.stringify({ type: 'model', name: 'tides' }) })
  expect(answer.status).toBe(500)
  const id = answer.headers.get('x-request-id')
  expect(((await answer.json()) as { requestId: string }).requestId).toBe(id)
  await vi.waitUntil(() => named('request').length > 0, patience)
  expect(named('request')[0]).toMatchObject({ level: 'warn', fields: { requestId: id, status: 500 } })
  expect(entries.find(({ message }) => message === 'a request failed')?.fields).toMatchObject({ requestId: id })
  vi.restoreAllMocks()
})

describe.for(databases)('on %s', (database) => {
  test('a slow statement is logged without its values', async () => {
    const { log, named } = captureLog()
    await using t = await openTestServer({ database, settings: { PORTOLAN_SLOW_QUERY_MS: '1' }, log })
    await slowStatement(t.hub, 'secret-value')
    const slow = named('a database statement was slow').find(({ fields }) => String(fields['sql']).includes('recursive'))
    expect(slow?.fields).toMatchObject({ rows: 1, ms: expect.any(Number) as number })
    expect(JSON.stringify(named('a database statement was slow'))).not.toContain('secret-value')
  })

  test('no secret of a request is in the log, whatever its route', { timeout: 240_000 }, async () => {
    const { log, entries } = captureLog()
    await using t = await openTestServer({
      database,
      settings: { ...all, PORTOLAN_SLOW_QUERY_MS: '1', PORTOLAN_SLOW_REQUEST_MS: '1' },
      log,
    })
    const ada = await t.addUser('ada')
    await t.request('/api/repos/create', { method: 'POST', as: ada, body: JSON.stringify({ type: 'model', name: 'tides' }) })
    const secret = 'S3cr3tS3cr3tS3cr3tS3cr3t'
    const query = `sig=${secret}&code=${secret}&token=${secret}&X-Amz-Signature=${secret}&state=${secret}&client_secret=${secret}&cursor=${secret}`
    const fields = {
      password: secret,
      token: secret,
      secret,
      code: secret,
      client_secret: secret,
      refresh_token: secret,
      url: `https://a:${secret}@b.example/`,
    }
    const requests = appRoutes().flatMap(({ method, path }) => {
      const url = fillRoute(path, 'tides').replaceAll(
        /:token(?:\{[^}]*\})?/g,
        path.includes('/-/spaces') ? `~${secret}` : `eyJ${secret}.${secret}`,
      )
      const body =
        method === 'GET' || method === 'HEAD'
          ? null
          : { ...(JSON.parse(bodyFor(method, path)?.split('\n')[0] ?? '{}') as object), ...fields }
      return [undefined, `Bearer ${ada.token}`, `Bearer hf_${secret}`, `Basic ${Buffer.from(`ada:${secret}`).toString('base64')}`].map(
        (authorization) => ({
          method: method === 'ALL' ? 'POST' : method,
          url: `${url}?${query}`,
          headers: {
            cookie: `portolan_session=${secret}`,
            'x-xet-session': secret,
            ...(authorization === undefined ? {} : { authorization }),
            ...(body === null ? {} : { 'content-type': 'application/json' }),
          },
          body: body === null ? null : JSON.stringify(body),
        }),
      )
    })
    requests.push({ method: 'GET', url: `/nothing/hf_${secret}?${query}`, headers: {} as never, body: null })
    expect(requests.length).toBeGreaterThan(400)
    for (const { url, ...request } of requests) {
      const answer = await t.request(url, { ...request, signal: AbortSignal.timeout(20_000) }).catch(() => null)
      await answer?.body?.cancel()
    }
    await vi.waitUntil(() => entries.filter(({ message }) => message === 'request').length > requests.length * 0.9, patience)
    const lines = entries.flatMap((entry) =>
      (['json', 'text'] as const).map((format) => logLine(format, { time: new Date(), ...entry, level: 'info' })),
    )
    const basic = Buffer.from(`ada:${secret}`).toString('base64')
    expect(lines.filter((line) => [secret, basic, ada.token].some((each) => line.includes(each)))).toEqual([])
  })
})
