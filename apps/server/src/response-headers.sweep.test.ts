import { existsSync } from 'node:fs'
import { createSession } from '@portolan/hub'
import type { ServerBuild } from 'react-router'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadPages } from './pages/load-pages.ts'
import { openTestApp, type TestApp } from './testing/open-test-app.ts'

/* Headers and cookies of every page, and of one response of each other kind, on a hub with TLS. */

const build = new URL('../../web/build/server/index.js', import.meta.url)
if (!existsSync(build)) throw new Error('The pages are not built. Run: npm run build')
const { routes } = (await import(build.href)) as ServerBuild

/** The full path of every page, with its parameters filled in. */
const pages = Object.values(routes).flatMap((route) => {
  if (route === undefined || route.module.default === undefined || route.path === undefined) return []
  const path = route.path
    .replace(/:owner\/:name/, 'ada/chart')
    .replace(/:num/, '1')
    .replaceAll(/:(\w+)\??/g, 'ada')
    .replace(/\*\??$/, 'main')
  return [`/${path}`]
})

const origin = 'https://hub.example.org'
const ours = { host: 'hub.example.org', 'sec-fetch-site': 'same-origin' }

let t: TestApp
let session = ''
beforeAll(async () => {
  t = await openTestApp({
    pages: (hub) => loadPages(hub),
    settings: { PORTOLAN_PUBLIC_URL: origin, PORTOLAN_SPACES_HOST: 'spaces.example.com' },
  })
  for (const type of ['model', 'dataset'] as const)
    await t.addRepo({ type, name: 'chart', files: { 'README.md': '# Chart', 'page.html': '<script>1</script>' } })
  await t.addRepo({ type: 'space', sdk: 'static', name: 'chart', files: { 'index.html': '<h1>Chart</h1>' } })
  session = (await createSession(t.hub, t.actors.root.userId)).token
}, 60_000)
afterAll(() => t[Symbol.asyncDispose]())

const get = (path: string, headers: Record<string, string> = {}) => t.call(`${origin}${path}`, { headers: { ...ours, ...headers } })
const always = { 'strict-transport-security': 'max-age=15552000', 'x-content-type-options': 'nosniff' }

function pick(answer: Response, names: readonly string[]): Record<string, string | null> {
  return Object.fromEntries(names.map((name) => [name, answer.headers.get(name)]))
}

test('there are pages to look at', () => expect(pages.length).toBeGreaterThan(80))

describe.for(pages)('%s', (path) => {
  test.for(['nobody', 'somebody'])('as %s', async (who) => {
    const answer = await get(path, { accept: 'text/html', ...(who === 'somebody' ? { cookie: `__Host-portolan_session=${session}` } : {}) })
    expect(pick(answer, Object.keys(always))).toEqual(always)
    if (answer.headers.get('content-type')?.startsWith('text/html') !== true) {
      expect([answer.status, answer.headers.has('location')]).toEqual([302, true])
      return
    }
    const csp = answer.headers.get('content-security-policy') ?? ''
    expect(csp).toMatch(/script-src 'self' 'nonce-[0-9a-f-]{36}'(?:;|$)/)
    expect(csp).toMatch(/style-src 'self' 'nonce-[0-9a-f-]{36}';/)
    expect(await answer.text()).not.toMatch(/<[^>]*\sstyle=|<style(?![^>]* nonce=)/)
    expect(csp).toContain("object-src 'none'; base-uri 'none'; form-action 'self'")
    expect(csp).toContain("frame-ancestors 'none'")
    expect(csp).toContain("img-src 'self' data: blob:; media-src 'self' data: blob:;")
    expect(answer.headers.get('permissions-policy')).toMatch(/microphone=\(self\),.*camera=\(\).*geolocation=\(\)/)
    const isSignIn = /^\/(?:oauth\/|sign-in|sign-up)/.test(path)
    expect(pick(answer, ['cross-origin-opener-policy', 'cross-origin-resource-policy'])).toEqual({
      'cross-origin-opener-policy': isSignIn ? 'unsafe-none' : 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(answer.headers.get('cache-control')).toMatch(/^(?:private, no-cache|(?:private, )?no-store)$/)
    expect(answer.headers.get('referrer-policy')).toMatch(/^(?:strict-origin-when-cross-origin|no-referrer|same-origin)$/)
  })
})

test.for(pages)('%s breaks for nobody who opens it with a token', async (path) => {
  const answer = await get(path, { accept: 'text/html', authorization: `Bearer ${t.tokens.root}` })
  expect(answer.status).toBeLessThan(500)
})

test.for(pages)('whoever must sign in for the data of %s comes back to the page itself', async (path) => {
  const answer = await get(`${path === '/' ? '/_root' : path}.data?a=1&_routes=root%2Croutes`, { accept: '*/*' })
  const body = decodeURIComponent(JSON.stringify(await answer.text()))
  expect([answer.status < 500, /next=[^"]*(?:\.data|_routes)/.exec(decodeURIComponent(body))?.[0] ?? null]).toEqual([true, null])
})

test('a branch may have a name that every object inherits, and a form that lacks its commit is refused', async () => {
  const made = await t.call(`${origin}/api/models/ada/chart/branch/constructor`, { as: 'ada', method: 'POST', headers: ours, json: {} })
  expect(made.status).toBe(201)
  for (const view of ['tree', 'upload', 'commits'])
    expect([view, (await get(`/ada/chart/${view}/constructor`, { cookie: `__Host-portolan_session=${session}` })).status]).toEqual([
      view,
      200,
    ])
  const form = await t.call(`${origin}/ada/chart/new/main`, {
    method: 'POST',
    body: 'intent=commit&path=a.txt&text=a',
    headers: { ...ours, origin, cookie: `__Host-portolan_session=${session}`, 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(form.status).toBe(200)
})

describe('other responses', () => {
  const policy = 'content-security-policy'
  test.for([
    ['JSON', '/api/models', { [policy]: "default-src 'none'; frame-ancestors 'none'; sandbox" }],
    ['an error', '/api/models/ada/nothing', { [policy]: "default-src 'none'; frame-ancestors 'none'; sandbox" }],
    ['a file', '/ada/chart/resolve/main/page.html', { [policy]: "sandbox; default-src 'none'", 'permissions-policy': null }],
    ['a raw file', '/ada/chart/raw/main/page.html', { [policy]: "sandbox; default-src 'none'" }],
    ['an asset', '/favicon.svg', { 'cross-origin-resource-policy': 'same-origin' }],
    ['refs for git', '/ada/chart/info/refs?service=git-upload-pack', { 'cache-control': 'no-cache, max-age=0, must-revalidate' }],
    ['nothing for programs', '/api/nothing', { 'cache-control': 'no-store' }],
    ['a listing', '/api/models?author=ada', { 'cache-control': 'private, no-cache' }],
    ['a repo', '/api/models/ada/chart', { 'cache-control': 'private, no-cache' }],
  ] as [string, string, Record<string, string | null>][])('%s', async ([, path, expected]) => {
    const answer = await get(path)
    expect(pick(answer, Object.keys(always))).toEqual(always)
    expect(pick(answer, Object.keys(expected))).toEqual(expected)
  })

  test('without TLS, and for the sites of Spaces, browsers are told nothing about https', async () => {
    await using plain = await openTestApp()
    expect((await plain.call('/api/models')).headers.get('strict-transport-security')).toBe(null)
    const site = await t.call('http://ada-chart.spaces.example.com/', { headers: { host: 'ada-chart.spaces.example.com' } })
    expect([site.status, site.headers.get('strict-transport-security'), site.headers.get('permissions-policy')]).toEqual([200, null, null])
    expect(site.headers.getSetCookie()).toEqual([])
  })
})

describe('the session cookie over https', () => {
  const whoami = async (cookie: string) => (await get('/api/whoami-v2', { cookie })).status

  test('has the __Host- prefix', async () => {
    expect(await whoami(`__Host-portolan_session=${session}`)).toBe(200)
    const { headers } = await t.call(`${origin}/api/session/refresh`, {
      method: 'POST',
      headers: { ...ours, cookie: `__Host-portolan_session=${session}` },
    })
    const [set = '', ...others] = headers.getSetCookie()
    expect(set).toMatch(
      new RegExp(`^__Host-portolan_session=${session}; (?=.*Path=/)(?=.*Secure)(?=.*HttpOnly)(?=.*SameSite=Lax)(?!.*Domain)`),
    )
    expect(others).toEqual([])
  })

  test('does not count without the prefix: another host of the domain may have set it', async () => {
    const { token } = await createSession(t.hub, t.actors.eve.userId)
    expect(await whoami(`portolan_session=${token}`)).toBe(401)
    const page = await get('/settings', { cookie: `portolan_session=${token}`, accept: 'text/html' })
    expect([page.status, page.headers.get('location')]).toEqual([302, '/sign-in?next=/settings'])
    const answer = await get('/api/whoami-v2', { cookie: `portolan_session=${token}; __Host-portolan_session=${session}` })
    expect(((await answer.json()) as { name: string }).name).toBe('root')
  })

  test('replaces one without the prefix', async () => {
    const page = await get('/', { cookie: `portolan_session=old; __Host-portolan_session=${session}` })
    const set = page.headers.getSetCookie()
    expect(set.map((line) => line.split('=')[0])).toEqual(['__Host-portolan_session', 'portolan_session'])
    expect(set[1]).toMatch(/^portolan_session=; Max-Age=0/)
  })

  test('ends under both names', async () => {
    const { token } = await createSession(t.hub, t.actors.eve.userId)
    const form = {
      method: 'POST',
      body: '',
      headers: { ...ours, origin, cookie: `__Host-portolan_session=${token}`, 'content-type': 'application/x-www-form-urlencoded' },
    }
    const left = await t.call(`${origin}/sign-out`, form)
    const ended = left.headers.getSetCookie().filter((line) => /Max-Age=0/.test(line))
    expect(ended.map((line) => line.split('=')[0])).toEqual(expect.arrayContaining(['__Host-portolan_session', 'portolan_session']))
    expect(left.headers.getSetCookie()).toHaveLength(2)
    expect(await whoami(`__Host-portolan_session=${token}`)).toBe(401)
  })
})

describe('small choices lead back to the page that they were made on', () => {
  const choose = async (form: string, referer: string | null) => {
    const answer = await t.call(`${origin}/preferences`, {
      method: 'POST',
      body: form,
      headers: {
        ...ours,
        origin,
        cookie: `__Host-portolan_session=${session}`,
        'content-type': 'application/x-www-form-urlencoded',
        ...(referer === null ? {} : { referer }),
      },
    })
    return answer.headers.get('location')
  }
  test.for([
    ['theme=dark', `${origin}/models?q=a`, '/models?q=a'],
    ['theme=dark', `${origin}//evil.example/a`, '/'],
    ['theme=dark', `${origin}/.//evil.example`, '/'],
    ['theme=dark', 'https://evil.example/', '/'],
    ['repo=//evil.example/ada/chart&like=yes', null, '/'],
    ['repo=https://evil.example/ada/chart&like=yes', null, '/'],
    ['repo=/ada/chart&like=yes', null, '/ada/chart'],
  ] as const)('%s from %s', async ([form, referer, to]) => {
    expect(await choose(form, referer)).toBe(to)
  })
})
