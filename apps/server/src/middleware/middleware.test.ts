import { actorFromSession, createAccessToken, createSession } from '@portolan/hub'
import { databases, openSecondHub } from '@portolan/hub/testing'
import { describe, expect, test, vi } from 'vitest'
import { bareApp } from '../testing/bare-app.ts'
import { noPages, type OpenPages } from '../pages/pages.ts'
import { openTestApp } from '../testing/open-test-app.ts'

describe('request ids', () => {
  test('one is made for every answer', async () => {
    await using t = await openTestApp()
    const first = (await t.call('/api/health')).headers.get('x-request-id')
    expect(first).toMatch(/^[0-9a-f-]{36}$/)
    expect((await t.call('/api/health')).headers.get('x-request-id')).not.toBe(first)
  })

  test.for([
    ['x-request-id', 'abc-123', 'abc-123'],
    ['x-amzn-trace-id', '9f4c2ab0-6c52-4b7b-9a1a-0a5f2d3a4b5c', '9f4c2ab0-6c52-4b7b-9a1a-0a5f2d3a4b5c'],
  ] as const)('a sane %s is taken over', async ([header, value, expected]) => {
    await using t = await openTestApp()
    expect((await t.call('/api/health', { headers: { [header]: value } })).headers.get('x-request-id')).toBe(expected)
  })

  test.for(['<script>', 'a b', 'x'.repeat(200)])('%j is not', async (value) => {
    await using t = await openTestApp()
    expect((await t.call('/api/health', { headers: { 'x-request-id': value } })).headers.get('x-request-id')).not.toBe(value)
  })
})

describe('cross-origin calls', () => {
  test('a preflight is answered without credentials', async () => {
    await using t = await openTestApp()
    for (const path of [
      '/api/models',
      '/ada/x/resolve/main/config.json',
      '/datasets/ada/x/raw/main/a',
      '/lfs/upload/x',
      '/ada/x.git/info/lfs/objects/batch',
    ]) {
      const answer = await t.call(path, { method: 'OPTIONS', headers: { origin: 'https://elsewhere.example' } })
      expect([path, answer.status]).toEqual([path, 204])
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
      expect(answer.headers.get('access-control-allow-methods')).toBe('GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS')
      expect(answer.headers.get('access-control-allow-headers')).toBe(
        'Authorization, Content-Type, Range, Accept, X-Request-Id, X-Xet-Session-Id, X-HF-Bill-To, *',
      )
      expect(answer.headers.get('access-control-max-age')).toBe('86400')
    }
  })

  test('errors carry the headers too', async () => {
    await using t = await openTestApp()
    for (const path of ['/api/models/ada/none', '/api/nothing', '/ada/none/resolve/main/x', '/api/whoami-v2']) {
      const answer = await t.call(path)
      expect([path, answer.headers.get('access-control-allow-origin')]).toEqual([path, '*'])
      expect(answer.headers.get('access-control-expose-headers')).toContain('X-Error-Code')
      expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
      expect(answer.headers.get('vary')).toContain('Origin')
    }
  })
})

describe.for(databases)('callers on %s', (database) => {
  test.for(['Bearer', 'bearer', 'BEARER'])('a token counts with the scheme %s', async (scheme) => {
    await using t = await openTestApp({ database })
    const answer = await t.call('/api/whoami-v2', { headers: { authorization: `${scheme} ${t.tokens.ada}` } })
    expect(((await answer.json()) as { name: string }).name).toBe('ada')
  })

  test('a bad token is refused everywhere, public routes included, in the words that clients know', async () => {
    await using t = await openTestApp({ database })
    await t.addRepo({ type: 'model', name: 'chart' })
    for (const path of [
      '/api/whoami-v2',
      '/api/models',
      '/api/models/ada/chart',
      '/api/models/ada/none',
      '/ada/chart/resolve/main/.gitattributes',
    ]) {
      const answer = await t.call(path, { as: 'hf_notAToken' })
      expect([path, answer.status]).toEqual([path, 401])
      expect(answer.headers.get('x-error-message')).toBe('Invalid credentials in Authorization header')
      expect(answer.headers.get('x-error-code')).toBe(null)
    }
  })

  test('Basic counts for git-lfs and nowhere else', async () => {
    await using t = await openTestApp({ database })
    const basic = `Basic ${Buffer.from(`hf_user:${t.tokens.ada}`).toString('base64')}`
    await t.addRepo({ type: 'model', name: 'secret', visibility: 'private' })
    expect((await t.call('/api/models/ada/secret', { headers: { authorization: basic } })).status).toBe(401)
    const batch = await t.call('/ada/secret.git/info/lfs/objects/batch', {
      method: 'POST',
      headers: { authorization: basic },
      json: { operation: 'download', objects: [] },
    })
    expect(batch.status).toBe(200)
  })
})

describe('the cookie of a session', () => {
  const other = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors', origin: 'https://elsewhere.example' }

  async function withSession() {
    const t = await openTestApp()
    const { token } = await createSession(t.hub, t.actors.ada.userId)
    expect((await actorFromSession(t.hub, token))?.name).toBe('ada')
    await t.addRepo({ type: 'model', name: 'secret', visibility: 'private' })
    return { ...t, cookie: `portolan_session=${token}` }
  }

  test('counts from our own pages', async () => {
    await using t = await withSession()
    const headers = { cookie: t.cookie, 'sec-fetch-site': 'same-origin' }
    expect((await t.call('/api/models/ada/secret', { headers })).status).toBe(200)
    expect((await t.call('/api/models/ada/secret/like', { method: 'POST', headers })).status).toBe(200)
  })

  test('counts in a browser that sends Origin only', async () => {
    await using t = await withSession()
    const headers = { cookie: t.cookie, origin: 'http://localhost' }
    expect((await t.call('/api/models/ada/secret/like', { method: 'POST', headers })).status).toBe(200)
  })

  test('does not count for another site, reading or writing', async () => {
    await using t = await withSession()
    const headers = { cookie: t.cookie, ...other }
    expect((await t.call('/api/models/ada/secret', { headers })).status).toBe(401)
    expect((await t.call('/api/models/ada/secret/like', { method: 'POST', headers })).status).toBe(401)
    const onlyOrigin = { cookie: t.cookie, origin: 'https://elsewhere.example' }
    expect((await t.call('/api/models/ada/secret', { headers: onlyOrigin })).status).toBe(401)
    expect((await t.call('/api/models/ada/secret', { headers: { cookie: t.cookie, origin: 'null' } })).status).toBe(401)
  })

  test('does not count for another port of this host', async () => {
    await using t = await withSession()
    const headers = { cookie: t.cookie, 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors', origin: 'http://localhost:8080' }
    expect((await t.call('/api/models/ada/secret', { headers })).status).toBe(401)
  })

  test('a link from elsewhere opens as the signed-in user', async () => {
    await using t = await withSession()
    const headers = { cookie: t.cookie, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
    expect((await t.call('/api/models/ada/secret', { headers })).status).toBe(200)
    expect((await t.call('/api/models/ada/secret/like', { method: 'POST', headers })).status).toBe(401)
  })

  test('a write that does not say where it comes from is refused', async () => {
    await using t = await withSession()
    const answer = await t.call('/api/models/ada/secret/like', { method: 'POST', headers: { cookie: t.cookie } })
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([403, 'auth.csrf'])
  })

  test('a stale one is nobody', async () => {
    await using t = await withSession()
    expect((await t.call('/api/models', { headers: { cookie: 'portolan_session=gone' } })).status).toBe(200)
  })
})

describe('pages', () => {
  const html: OpenPages = async (...parts) => ({ ...(await noPages(...parts)), handler: async (c) => c.text('a page') })
  const cases: [Record<string, string>, number][] = [
    [{ 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' }, 403],
    [{ 'sec-fetch-site': 'same-site', origin: 'http://localhost:8080' }, 403],
    [{ origin: 'https://elsewhere.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ 'sec-fetch-site': 'same-origin', origin: 'http://localhost' }, 200],
    [{ origin: 'http://localhost' }, 200],
    // A program: no browser sends a form without either header.
    [{}, 200],
  ]

  test.for(cases)('a form with the headers %o is answered %i, with a session or without', async ([headers, status]) => {
    await using t = await openTestApp({ pages: html })
    for (const path of ['/sign-out', '/preferences', '/sign-in', '/settings/profile.data'])
      for (const cookie of [{}, { cookie: 'portolan_session=gone' }]) {
        const answer = await t.call(path, { method: 'POST', headers: { ...headers, ...cookie } })
        expect([path, answer.status]).toEqual([path, status])
      }
    expect((await t.call('/sign-out', { headers })).status).toBe(200)
  })
})

describe('limits', () => {
  test('a caller over the quota waits, others do not', async () => {
    await using t = await openTestApp({ settings: { PORTOLAN_RATE_LIMIT: '2' } })
    const first = await t.call('/api/models', { as: 'eve' })
    expect(first.headers.get('ratelimit-policy')).toBe('"fixed window";"api";q=2;w=300')
    expect(first.headers.get('ratelimit')).toBe('"api";r=1;t=300')
    await t.call('/api/models', { as: 'eve' })
    const third = await t.call('/api/models', { as: 'eve' })
    expect(third.status).toBe(429)
    expect(third.headers.get('ratelimit')).toMatch(/^"api";r=0;t=\d+$/)
    expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await t.call('/api/models', { as: 'ada' })).status).toBe(200)
  })

  test('files, git, LFS and Xet say what is left, too, and have their own limit; patches count as calls', async () => {
    await using t = await openTestApp({ settings: { PORTOLAN_FILE_RATE_LIMIT: '20', PORTOLAN_RATE_LIMIT: '5' } })
    const repo = await t.addRepo({ type: 'dataset', name: 'tides', files: { 'a.txt': 'one\n' } })
    const name = async (path: string, init = {}) => /^"(\w+)";r=/.exec((await t.call(path, init)).headers.get('ratelimit') ?? '')?.[1]
    for (const path of [
      '/datasets/ada/tides/resolve/main/a.txt',
      '/datasets/ada/tides/raw/main/a.txt',
      '/datasets/ada/tides/info/refs?service=git-upload-pack',
      '/datasets/ada/tides.git/info/refs?service=git-upload-pack',
      '/gpt2/resolve/main/config.json',
      '/-/spaces/ada/none/',
      '/xet/v1/reconstructions/0',
    ])
      expect(await name(path), path).toBe('resolvers')
    for (const path of ['git-upload-pack', 'info/lfs/objects/batch'])
      expect(await name(`/datasets/ada/tides/${path}`, { method: 'POST' })).toBe('resolvers')
    expect(await name(`/datasets/ada/tides/commit/${repo.headOid}.patch`)).toBe('api')
    for (let n = 0; n < 12; n++) await t.call('/datasets/ada/tides/resolve/main/a.txt')
    const refused = await t.call('/datasets/ada/tides/resolve/main/a.txt')
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect((await t.call('/api/models')).status).toBe(200)
  })

  test.for(databases)('an account has one limit on %s, however many tokens it uses', async (database) => {
    await using t = await openTestApp({ database, settings: { PORTOLAN_RATE_LIMIT: '4', PORTOLAN_FILE_RATE_LIMIT: '4' } })
    const tokens = await Promise.all(['a', 'b', 'c'].map((name) => createAccessToken(t.hub, t.actors.eve, { name, role: 'read' })))
    for (const path of [
      '/api/models',
      '/datasets/ada/none/resolve/main/a.txt',
      '/datasets/ada/none.git/info/refs?service=git-upload-pack',
    ]) {
      const statuses: number[] = []
      for (let n = 0; n < 6; n++) {
        const authorization = `Bearer ${tokens[n % 3]?.token}`
        statuses.push((await t.app.request(`http://localhost${path}`, { headers: { authorization } })).status)
      }
      expect([path, statuses.filter((status) => status === 429).length]).toEqual([path, path.includes('.git') ? 6 : 2])
    }
  })

  test('Spaces on hosts of their own are limited, too', async () => {
    await using t = await openTestApp({ config: { spacesHost: 'spaces.example.org' }, settings: { PORTOLAN_FILE_RATE_LIMIT: '2' } })
    const ask = () => t.app.request('http://none.spaces.example.org/', { headers: { host: 'none.spaces.example.org' } })
    const statuses = [(await ask()).status, (await ask()).status]
    const last = await ask()
    expect([...statuses, last.status, Number(last.headers.get('retry-after')) > 0]).toEqual([404, 404, 429, true])
  })

  test.runIf(databases.includes('postgres'))('servers on one Postgres share the limits of files and git', async () => {
    await using t = await openTestApp({ database: 'postgres', settings: { PORTOLAN_FILE_RATE_LIMIT: '10' } })
    await using second = await openSecondHub(t.hub)
    const apps = [t.app, bareApp(second, { fileRateLimit: 10 })]
    const paths = ['/datasets/ada/none/resolve/main/a.txt', '/datasets/ada/none.git/info/refs?service=git-upload-pack', '/lfs/upload/none']
    const answers = await Promise.all(
      Array.from({ length: 30 }, async (_, n) =>
        apps[n % 2]?.request(`http://localhost${paths[n % 3]}`, { headers: { authorization: `Bearer ${t.tokens.eve}` } }),
      ),
    )
    expect(answers.filter((answer) => answer?.status === 429)).toHaveLength(20)
    expect(answers.every((answer) => answer?.headers.has('ratelimit'))).toBe(true)
  })

  test.runIf(databases.includes('postgres'))('what servers count in batches never goes over the limit', async () => {
    await using t = await openTestApp({ database: 'postgres', settings: { PORTOLAN_RATE_LIMIT: '400' } })
    await using second = await openSecondHub(t.hub)
    const apps = [t.app, bareApp(second, { rateLimit: 400 })]
    let passed = 0
    for (let n = 0; n < 420; n++) {
      const answer = await apps[n % 2]?.request('http://localhost/api/tasks', { headers: { authorization: `Bearer ${t.tokens.eve}` } })
      if (answer?.status !== 429) passed++
    }
    expect(passed).toBe(400)
  })

  test.runIf(databases.includes('postgres'))('servers on one Postgres let through as many calls as one', async () => {
    await using t = await openTestApp({ database: 'postgres', settings: { PORTOLAN_RATE_LIMIT: '30' } })
    await using second = await openSecondHub(t.hub)
    await using third = await openSecondHub(t.hub)
    const apps = [t.app, ...[second, third].map((hub) => bareApp(hub, { rateLimit: 30 }))]
    const answers = await Promise.all(
      Array.from({ length: 96 }, async (_, n) =>
        apps[n % 3]?.request('http://localhost/api/models', { headers: { authorization: `Bearer ${t.tokens.eve}` } }),
      ),
    )
    const count = (status: number) => answers.filter((answer) => answer?.status === status).length
    expect([count(200), count(429)]).toEqual([30, 66])
  })

  test('guessing tokens counts against the address', async () => {
    await using t = await openTestApp({ settings: { PORTOLAN_RATE_LIMIT: '2' } })
    expect((await t.call('/api/models', { as: 'hf_one' })).status).toBe(401)
    expect((await t.call('/api/models', { as: 'hf_two' })).status).toBe(401)
    expect((await t.call('/api/models', { as: 'hf_three' })).status).toBe(429)
    expect((await t.call('/api/models', { as: 'ada' })).status).toBe(200)
  })

  test('addresses behind a proxy are told apart only when the proxy is ours', async () => {
    const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
    await using open = await openTestApp({ settings: { PORTOLAN_RATE_LIMIT: '1' } })
    expect((await open.call('/api/models', from('192.0.2.1'))).status).toBe(200)
    expect((await open.call('/api/models', from('192.0.2.2'))).status).toBe(429)
    await using behind = await openTestApp({ settings: { PORTOLAN_RATE_LIMIT: '1', PORTOLAN_TRUSTED_PROXIES: '1' } })
    expect((await behind.call('/api/models', from('192.0.2.1'))).status).toBe(200)
    expect((await behind.call('/api/models', from('192.0.2.2'))).status).toBe(200)
    expect((await behind.call('/api/models', from('192.0.2.3, 192.0.2.1'))).status).toBe(429)
  })

  test('all addresses of one IPv6 network count together', async () => {
    await using t = await openTestApp({
      settings: { PORTOLAN_RATE_LIMIT: '2', PORTOLAN_FILE_RATE_LIMIT: '2', PORTOLAN_TRUSTED_PROXIES: '1' },
    })
    for (const [path, passes] of [
      ['/api/models', 200],
      ['/ada/none/resolve/main/a.txt', 401],
    ] as const) {
      const from = async (address: string) => (await t.call(path, { headers: { 'x-forwarded-for': address } })).status
      const statuses: number[] = []
      for (const host of ['::1', ':ffff::2', ':0:1:2:3', ':a:b:c:d']) statuses.push(await from(`2001:db8:0:7${host}`))
      expect([path, ...statuses]).toEqual([path, passes, passes, 429, 429])
      expect([path, await from('2001:db8:0:8::1')]).toEqual([path, passes])
      // An IPv4 address in the notation of IPv6 is that address.
      expect([path, await from('::ffff:192.0.2.1'), await from('192.0.2.1'), await from('::FFFF:192.0.2.1')]).toEqual([
        path,
        passes,
        passes,
        429,
      ])
    }
  })

  test('a body over the limit is refused without being read to its end', async () => {
    await using t = await openTestApp()
    let sent = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent++
        if (sent > 1000) controller.close()
        else controller.enqueue(new Uint8Array(1024 * 1024))
      },
    })
    const request = new Request('http://localhost/api/validate-yaml', { method: 'POST', body, duplex: 'half' } as RequestInit)
    const answer = await t.app.request(request)
    expect(answer.status).toBe(413)
    expect(sent).toBeLessThan(30)
  })
})

describe('compression', () => {
  test.for([
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip, br', 'br'],
    ['gzip', 'gzip'],
    ['gzip;q=0, br;q=0.5', 'br'],
    ['identity', null],
    ['gzip;q=0', null],
  ] as const)('%s → %s', async ([accept, expected]) => {
    await using t = await openTestApp()
    const answer = await t.call('/api/tasks', { headers: { 'accept-encoding': accept } })
    expect(answer.headers.get('content-encoding')).toBe(expected)
    expect(answer.headers.get('vary')).toContain('Accept-Encoding')
    if (expected !== null) expect(Number(answer.headers.get('content-length'))).toBe((await answer.arrayBuffer()).byteLength)
  })
})

describe('unknown addresses', () => {
  test.for(['/api/nothing', '/api/models/ada/chart/nothing', '/oauth/nothing'])('%s is a JSON 404', async (path) => {
    await using t = await openTestApp()
    const answer = await t.call(path, { as: 'ada' })
    expect(answer.status).toBe(404)
    expect(await answer.json()).toEqual({ error: 'There is no such route.', code: 'route.not_found' })
    expect(answer.headers.get('x-error-code')).toBe(null)
  })

  test('a method that a route does not have is one too', async () => {
    await using t = await openTestApp()
    expect((await t.call('/api/whoami-v2', { method: 'PATCH', as: 'ada' })).status).toBe(404)
  })

  test('HEAD is GET without a body', async () => {
    await using t = await openTestApp()
    const answer = await t.call('/api/models', { method: 'HEAD' })
    expect([answer.status, await answer.text()]).toEqual([200, ''])
  })
})

test('a server whose disk has lost a commit is not ready', async () => {
  await using t = await openTestApp()
  expect((await t.call('/api/health/ready')).status).toBe(200)
  vi.spyOn(t.hub.db, 'isWritable', 'get').mockReturnValue(false)
  const answer = () => t.call('/api/health/ready')
  await expect.poll(async () => (await answer()).status).toBe(503)
  expect(await (await answer()).json()).toMatchObject({ checks: { database: 'unavailable' } })
})

describe('the public address', () => {
  test.for(['localhost:7860', '127.0.0.1:7860', '[::1]:7860', '192.168.1.20', 'shiphub', 'hub.local:80', 'hub.lan'])(
    '%s is a local name',
    async (host) => {
      await using t = await openTestApp()
      const answer = await t.call('/api/whoami-v2', { as: 'ada', headers: { host } })
      expect(((await answer.json()) as { avatarUrl: string }).avatarUrl).toBe(`http://${host}/avatars/ada`)
    },
  )

  test.for(['evil.example.org', 'evil.example.org:7860', '127.0.0.1.evil.example', 'a@b', 'localhost/evil', ''])(
    '%j is refused',
    async (host) => {
      await using t = await openTestApp()
      const answer = await t.call('/api/models', { headers: { host } })
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([421, 'host.unknown'])
      for (const path of ['/api/health', '/api/health/live', '/api/health/ready'])
        expect((await t.call(path, { headers: { host } })).status).toBe(200)
    },
  )

  test('X-Forwarded headers are not believed', async () => {
    await using t = await openTestApp()
    const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }
    const answer = await t.call('/api/whoami-v2', { as: 'ada', headers })
    expect(((await answer.json()) as { avatarUrl: string }).avatarUrl).toBe('http://localhost/avatars/ada')
  })

  test('a configured one is used whatever the request says', async () => {
    await using t = await openTestApp({ config: { publicUrl: 'https://hub.example.org' } })
    const answer = await t.call('/api/whoami-v2', { as: 'ada', headers: { host: 'evil.example' } })
    expect(((await answer.json()) as { avatarUrl: string }).avatarUrl).toBe('https://hub.example.org/avatars/ada')
  })

  test('with a path prefix, everything stands below it', async () => {
    await using t = await openTestApp({ config: { publicUrl: 'https://example.org/hub' } })
    const repo = await t.addRepo({ type: 'model', name: 'chart', files: { 'a b/c.txt': 'deep' } })
    expect((await t.call('/api/models')).status).toBe(404)
    expect((await t.call('/hubbub/api/models')).status).toBe(404)
    expect((await t.call('/hub/api/models')).status).toBe(200)
    const file = await t.call('/hub/ada/chart/resolve/main/a%20b%2Fc.txt')
    expect(await file.text()).toBe('deep')
    const tree = await t.call(`/hub/api/models/ada/chart/tree/${repo.headOid}?limit=1`)
    expect(tree.headers.get('link')).toMatch(/^<https:\/\/example\.org\/hub\/api\/models\/ada\/chart\/tree\/[0-9a-f]{40}\?/)
    expect((await t.call('/api/health')).status).toBe(200)
  })
})
