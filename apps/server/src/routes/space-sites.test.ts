import { setMemberRole, signSpaceLink, visibility } from '@portolan/hub'
import { databases } from '@portolan/hub/testing'
import { describe, expect, test } from 'vitest'
import { openTestApp } from '../testing/open-test-app.ts'

const card = (more = '') => `---\nsdk: static\n${more}---\n`

describe.for(databases)('sites of Spaces on %s', (database) => {
  test('files with their types, folders, redirects, ranges, a 404 of its own', async () => {
    await using app = await openTestApp({ database })
    await app.addRepo({
      type: 'space',
      sdk: 'static',
      name: 'chart',
      files: {
        'README.md': card(),
        'index.html': '<p>front</p>',
        'sub/index.html': '<p>sub</p>',
        'a b.js': 'let a',
        '404.html': '<p>lost</p>',
        'data.csv': 'a,b\n',
      },
    })
    const get = async (path: string, headers = {}) => {
      const answer = await app.call(`/-/spaces/ada/chart/${path}`, { headers })
      return [answer.status, answer.headers.get('content-type') ?? answer.headers.get('location'), await answer.text()] as const
    }
    const page = (text: string) => `<script>window.huggingface={"variables":{}}</script>${text}`
    expect(await get('')).toEqual([200, 'text/html; charset=utf-8', page('<p>front</p>')])
    expect(await get('sub/')).toEqual([200, 'text/html; charset=utf-8', page('<p>sub</p>')])
    expect(await get('sub')).toEqual([302, '/-/spaces/ada/chart/sub/', ''])
    expect(await get('a%20b.js')).toEqual([200, 'text/javascript; charset=utf-8', 'let a'])
    expect(await get('data.csv', { range: 'bytes=2-2' })).toEqual([206, 'text/csv; charset=utf-8', 'b'])
    expect(await get('gone')).toEqual([404, 'text/html; charset=utf-8', page('<p>lost</p>')])
    for (const path of ['..%2f..%2fREADME.md', '%zz', '%00', 'a%20b.js/x']) expect((await get(path))[0]).toBe(404)
    expect((await app.call('/-/spaces/ada/chart/', { method: 'POST' })).status).toBe(405)
  })

  test('every answer takes the origin away; variables cannot leave their script; headers of the card', async () => {
    await using app = await openTestApp({ database })
    await app.addRepo({
      type: 'space',
      sdk: 'static',
      name: 'app',
      files: {
        'README.md': card('app_file: web/main.html\ncustom_headers:\n  cross-origin-embedder-policy: require-corp\n  set-cookie: a=b\n'),
        'web/main.html': '<!doctype html><html><head><title>x</title>',
      },
    })
    const first = await app.call('/-/spaces/ada/app/')
    expect([first.status, first.headers.get('location')]).toEqual([302, '/-/spaces/ada/app/web/main.html'])
    const set = await app.call('/api/spaces/ada/app/variables', {
      as: 'ada',
      method: 'POST',
      json: { key: 'A', value: '</script>é\u2028' },
    })
    expect(await set.json()).toEqual({ A: { value: '</script>é\u2028', updatedAt: '2026-01-02T03:04:05.000Z' } })
    const page = await app.call('/-/spaces/ada/app/web/main.html')
    expect(await page.text()).toBe(
      '<!doctype html><html><head><script>window.huggingface={"variables":{"A":"\\u003c/script\\u003e\\u00e9\\u2028"}}</script><title>x</title>',
    )
    expect([page.headers.get('cross-origin-embedder-policy'), page.headers.get('set-cookie')]).toEqual(['require-corp', null])
    for (const path of ['', 'web/main.html', 'gone', '%zz']) {
      const policy = (await app.call(`/-/spaces/ada/app/${path}`)).headers.get('content-security-policy') ?? ''
      expect(policy).toMatch(/^sandbox allow-scripts /)
      expect(policy).not.toContain('allow-same-origin')
      expect(policy).not.toContain('top-navigation')
    }
    const asScript = await app.call('/-/spaces/ada/app/web/main.html', {
      headers: { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'script' },
    })
    expect(asScript.status).toBe(404)
  })

  test('a private Space is there for holders of a link, for as long as they may read it', async () => {
    await using app = await openTestApp({ database })
    const repo = await app.addRepo({
      type: 'space',
      sdk: 'static',
      owner: 'fleet',
      name: 'secret',
      visibility: 'private',
      files: { 'README.md': card(), 'index.html': 'hidden' },
    })
    const other = await app.addRepo({
      type: 'space',
      sdk: 'static',
      owner: 'fleet',
      name: 'other',
      visibility: 'private',
      files: { 'README.md': card(), 'index.html': 'another' },
    })
    const token = await signSpaceLink(app.hub, repo, app.actors.mia)
    const status = async (path: string) => (await app.call(path)).status
    expect(await status('/-/spaces/fleet/secret/')).toBe(404)
    const open = await app.call(`/-/spaces/~${token}/`)
    expect([open.status, await open.text()]).toEqual([200, expect.stringContaining('hidden')])
    expect(open.headers.get('referrer-policy')).toBe('no-referrer')
    expect(open.headers.get('content-security-policy')).toContain("frame-ancestors 'self' http://localhost")
    expect(await status(`/-/spaces/~${token.slice(0, -2)}/`)).toBe(404)
    expect(await status(`/-/spaces/~${token.replace('.', 'x.')}/`)).toBe(404)
    expect(await status(`/-/spaces/~${await signSpaceLink(app.hub, other, app.actors.eve)}/`)).toBe(404)
    await setMemberRole(app.hub, app.actors.ada, 'fleet', 'mia', null)
    expect(await status(`/-/spaces/~${token}/`)).toBe(404)
    const own = await signSpaceLink(app.hub, repo, app.actors.ada)
    expect(await status(`/-/spaces/~${own}/`)).toBe(200)
    app.hub.tick(3 * 60 * 60 * 1000)
    expect(await status(`/-/spaces/~${own}/`)).toBe(404)
  })

  test('hosts of their own: names are unique, and carry nothing of the hub', async () => {
    await using app = await openTestApp({
      database,
      settings: { PORTOLAN_SPACES_HOST: 'spaces.example.org', PORTOLAN_PUBLIC_URL: 'https://hub.example.org' },
    })
    const files = { 'README.md': card(), 'index.html': 'front' }
    await app.addRepo({ type: 'space', sdk: 'static', name: 'a.b', files })
    await app.addRepo({ type: 'space', sdk: 'static', name: 'a_b', files: { ...files, 'index.html': 'second' } })
    const info = async (name: string) =>
      (await (await app.call(`/api/spaces/ada/${name}`, { headers: { host: 'hub.example.org' } })).json()) as {
        subdomain: string
        host: string
      }
    const [first, second] = [await info('a.b'), await info('a_b')]
    expect(first).toMatchObject({ subdomain: 'ada-a-b', host: 'https://ada-a-b.spaces.example.org' })
    expect(second.subdomain).toMatch(/^ada-a-b-[0-9a-f]{8}$/)
    expect(await info('a_b')).toMatchObject({ subdomain: second.subdomain })
    const at = (host: string, path = '/', as?: string) => app.call(`https://${host}${path}`, { headers: { host }, ...(as ? { as } : {}) })
    const page = await at('ada-a-b.spaces.example.org')
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('front')])
    expect(page.headers.get('content-security-policy')).toBe('frame-ancestors *')
    expect(await (await at(`${second.subdomain}.spaces.example.org`)).text()).toContain('second')
    for (const path of ['/api/whoami-v2', '/api/models', '/ada/a.b', '/sign-in'])
      expect((await at('ada-a-b.spaces.example.org', path, 'ada')).status).toBe(404)
    for (const host of ['nobody.spaces.example.org', 'x.ada-a-b.spaces.example.org', '.spaces.example.org'])
      expect((await at(host)).status).toBe(404)
    const secret = await app.addRepo({ type: 'space', sdk: 'static', name: 'secret', visibility: 'private', files })
    const label = (
      (await (await app.call('/api/spaces/ada/secret', { as: 'ada', headers: { host: 'hub.example.org' } })).json()) as {
        subdomain: string
      }
    ).subdomain
    const token = await signSpaceLink(app.hub, secret, app.actors.ada)
    expect((await at(`${label}.spaces.example.org`)).status).toBe(404)
    expect((await at(`${label}.spaces.example.org`, `/~${token}/`)).status).toBe(200)
    expect((await at('ada-a-b.spaces.example.org', `/~${token}/`)).status).toBe(404)
  })

  test('the host of a Space is free for another one from its deletion on, also while it is freed', async () => {
    await using app = await openTestApp({ database, config: { spacesHost: 'spaces.example.org', publicUrl: 'https://hub.example.org' } })
    for (const [name, next, vis] of [
      ['a.b', 'a_b', visibility.deleted],
      ['c.d', 'c_d', visibility.beingFreed],
    ] as const) {
      const subdomain = async (of: string) =>
        ((await (await app.call(`/api/spaces/ada/${of}`, { headers: { host: 'hub.example.org' } })).json()) as { subdomain: string })
          .subdomain
      const repo = await app.addRepo({ type: 'space', sdk: 'static', name, files: { 'README.md': card(), 'index.html': 'front' } })
      const label = await subdomain(name)
      await app.hub.db.write((tx) => tx.updateTable('repo').set({ vis }).where('id', '=', repo.id).execute())
      await app.addRepo({ type: 'space', sdk: 'static', name: next, files: { 'README.md': card(), 'index.html': 'second' } })
      expect(await subdomain(next)).toBe(label)
    }
  })

  test('what clients ask of a machine: answers that keep them quiet, and clear refusals', async () => {
    await using app = await openTestApp({ database })
    await app.addRepo({ type: 'space', sdk: 'static', name: 'quiet', files: { 'README.md': card(), 'index.html': 'x' } })
    await app.addRepo({ type: 'space', sdk: 'gradio', name: 'machine' })
    const call = (path: string, method = 'GET', json?: unknown, as: string | undefined = 'ada') =>
      app.call(`/api/spaces/ada/${path}`, { method, ...(as ? { as } : {}), ...(json === undefined ? {} : { json }) })
    expect(await (await call('quiet/runtime')).json()).toMatchObject({ stage: 'RUNNING', hardware: { current: null } })
    expect(await (await call('quiet/restart?factory=true', 'POST')).json()).toMatchObject({ stage: 'RUNNING' })
    const log = await call('quiet/logs/build')
    expect([log.headers.get('content-type'), await log.text()]).toEqual([
      'text/event-stream; charset=utf-8',
      expect.stringContaining('without a build'),
    ])
    expect(await (await call('quiet/logs/run')).text()).toBe('')
    expect(await (await call('machine/logs/build')).text()).toContain('The SDK is gradio')
    for (const path of ['events', 'metrics']) expect((await call(`quiet/${path}`)).status).toBe(404)
    for (const [path, method] of [
      ['hardware', 'POST'],
      ['sleeptime', 'POST'],
      ['storage', 'DELETE'],
      ['pause', 'POST'],
      ['dev-mode', 'POST'],
      ['volumes', 'PUT'],
    ] as const) {
      expect([path, (await call(`quiet/${path}`, method, {})).status]).toEqual([path, 400])
      expect([path, (await call(`quiet/${path}`, method, {}, 'eve')).status]).toEqual([path, 403])
    }
    expect(await (await call('quiet/secrets')).json()).toEqual({})
    expect((await call('quiet/secrets', 'POST', { key: 'A', value: 'b' })).status).toBe(400)
    expect((await call('quiet/variables', 'POST', { key: '1', value: 'b' })).status).toBe(400)
    expect((await call('quiet/variables', 'POST', { key: 'A', value: 'b' }, 'eve')).status).toBe(403)
    await call('quiet/variables', 'POST', { key: 'A', value: 'b', description: 'c' })
    expect(await (await call('quiet/variables', 'GET', undefined, 'eve')).json()).toMatchObject({ A: { value: 'b', description: 'c' } })
    expect(await (await call('quiet/variables', 'DELETE', { key: 'A' })).json()).toEqual({})
  })

  test('models tell the Spaces that name them, but not those that the caller may not see', async () => {
    await using app = await openTestApp({ database })
    await app.addRepo({ type: 'model', name: 'tides' })
    const files = { 'README.md': card('models: [ada/tides]\n'), 'index.html': 'x' }
    await app.addRepo({ type: 'space', sdk: 'static', name: 'open', files })
    await app.addRepo({ type: 'space', sdk: 'static', name: 'hidden', visibility: 'private', files })
    const spaces = async (as: string) =>
      ((await (await app.call('/api/models/ada/tides', { as })).json()) as { spaces: string[] }).spaces.toSorted()
    expect(await spaces('eve')).toEqual(['ada/open'])
    expect(await spaces('ada')).toEqual(['ada/hidden', 'ada/open'])
  })
})
