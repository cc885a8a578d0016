import { errorCodes, errorStatus } from '@portolan/contract'
import { databases } from '@portolan/hub/testing'
import { beforeAll, afterAll, describe, expect, test } from 'vitest'
import { type Caller, openTestApp, type TestApp } from './testing/open-test-app.ts'
import { appRoutes, bodyFor, fillRoute, repoRequests, visibleOf } from './testing/repo-requests.ts'

describe.for(databases)('what strangers learn, on %s', (database) => {
  let t: TestApp
  beforeAll(async () => {
    t = await openTestApp({ database })
    for (const type of ['model', 'dataset', 'space'] as const) {
      const files = { 'README.md': '# Secret\n' }
      await t.addRepo({ type, name: 'hidden', visibility: 'private', sdk: 'static', files })
      await t.addRepo({ type, name: 'shown', sdk: 'static', files })
      await t.addRepo({ type, name: 'hidden', owner: 'fleet', visibility: 'private', sdk: 'static', files })
    }
  })
  afterAll(() => t[Symbol.asyncDispose]())

  const callers: readonly (Caller | undefined)[] = [undefined, 'eve', 'mia']

  test.for(repoRequests().map((sweep) => [`${sweep.method} ${sweep.pattern}`, sweep] as const))(
    '%s answers a private repo like one that does not exist',
    async ([, { method, url, body }]) => {
      for (const as of callers) {
        const send = (name: string) =>
          t.call(url(name), {
            method,
            ...(as === undefined ? {} : { as }),
            ...(body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } }),
          })
        const missing = await visibleOf(await send('absent'), 'absent')
        expect({ as, ...(await visibleOf(await send('hidden'), 'hidden')) }).toEqual({ as, ...missing })
        expect(missing.status).toBe(missing.text.includes('route.not_found') || as !== undefined ? 404 : 401)
      }
    },
  )

  test.for([
    ['DELETE', '/api/repos/delete', (name: string) => ({ organization: 'ada', name })],
    ['POST', '/api/repos/move', (name: string) => ({ fromRepo: `ada/${name}`, toRepo: 'eve/taken' })],
    ['DELETE', '/api/repos/delete', (name: string) => ({ organization: 'fleet', name })],
  ] as const)('%s %s does too', async ([method, path, body]) => {
    for (const as of ['eve', undefined] as const) {
      const send = (name: string) => t.call(path, { method, json: body(name), ...(as === undefined ? {} : { as }) })
      const missing = await visibleOf(await send('absent'), 'absent')
      expect(await visibleOf(await send('hidden'), 'hidden')).toEqual(missing)
      expect(missing.status).toBe(as === undefined ? 401 : 404)
    }
  })

  test('a name that is taken by a private repo is no different for those who may not create there', async () => {
    for (const as of ['eve', undefined] as const) {
      const send = (name: string) =>
        t.call('/api/repos/create', { method: 'POST', json: { organization: 'ada', name }, ...(as ? { as } : {}) })
      expect(await visibleOf(await send('hidden'), 'hidden')).toEqual(await visibleOf(await send('absent'), 'absent'))
    }
  })

  test('listings, searches and overviews do not mention it', async () => {
    for (const as of [undefined, 'eve'] as const) {
      for (const path of [
        '/api/models',
        '/api/models?author=ada&full=true',
        '/api/datasets?search=hidden',
        '/api/spaces?filter=hidden&expand=private',
        '/api/models?search=ada/hid',
        '/api/quicksearch?q=hidden',
        '/api/users/ada/overview',
        '/api/organizations/fleet/overview',
        '/api/models-tags-by-type',
      ]) {
        const answer = await t.call(path, as === undefined ? {} : { as })
        expect([path, answer.status]).toEqual([path, 200])
        expect([path, (await answer.text()).includes('hidden')]).toEqual([path, false])
      }
    }
    const overview = (await (await t.call('/api/users/ada/overview')).json()) as Record<string, number>
    expect([overview['numModels'], overview['numDatasets'], overview['numSpaces']]).toEqual([1, 1, 1])
    const own = (await (await t.call('/api/users/ada/overview', { as: 'ada' })).json()) as Record<string, number>
    expect([own['numModels'], own['numDatasets'], own['numSpaces']]).toEqual([2, 2, 2])
  })

  test('members see the private repos of their organization and may not write to them', async () => {
    expect((await t.call('/api/models/fleet/hidden', { as: 'mia' })).status).toBe(200)
    expect((await t.call('/api/models/fleet/hidden', { as: 'eve' })).status).toBe(404)
    const write = await t.call('/api/models/fleet/hidden/branch/x', { method: 'POST', json: {}, as: 'mia' })
    expect([write.status, write.headers.get('x-error-code')]).toEqual([403, null])
    const listed = (await (await t.call('/api/models?author=fleet', { as: 'mia' })).json()) as { id: string }[]
    expect(listed.map(({ id }) => id)).toEqual(['fleet/hidden'])
  })

  /** Unsafe routes that allow anonymous callers, and why. */
  const open = new Set([
    'POST /api/validate-yaml', // returns nothing about the hub
    'POST /api/:kind{(?:models|datasets|spaces)}/:owner/:name/paths-info/*', // reads
    'POST /api/models/:owner/:name/inference-snippets', // reads
    ...['', '/datasets', '/spaces'].map((prefix) => `POST ${prefix}/:owner/:name/git-upload-pack`), // reads
    'PUT /lfs/upload/:token', // the signed address is the permission
    'POST /oauth/device', // starts a request that a user approves later
    'POST /oauth/token', // the code is the permission
    'POST /oauth/revoke', // the token is the permission
    'POST /lfs/verify/:token',
    'PUT /lfs/multipart/:token/:part',
    'POST /lfs/multipart/:token',
  ])
  /** Read routes that require authentication. */
  const closed = new Set([
    'GET /api/whoami-v2',
    'GET /oauth/userinfo',
    'GET /api/inference/usage',
    'GET /api/admin/audit',
    'GET /api/settings/webhooks',
    'GET /api/settings/webhooks/:uid',
    'GET /api/settings/webhooks/:uid/deliveries',
    'GET /api/:kind{(?:models|datasets|spaces)}/:owner/:name/lfs-files',
    'GET /v1/models',
    'GET /v1/models/*',
    'GET /api/settings/repositories',
    'GET /api/settings/storage',
    'GET /api/organizations/:name/settings/storage',
    'GET /api/admin/storage',
    'GET /api/admin/users',
    'GET /api/admin/former-names',
    ...['overview', 'jobs', 'settings', 'organizations', 'invites'].map((what) => `GET /api/admin/${what}`),
    'GET /api/admin/users/:name/deletion',
    'GET /api/admin/deletions',
    'GET /api/settings/account/deletion',
    'GET /api/settings/ssh-keys',
    'GET /api/notifications',
    ...['/api/organizations/:name/robots', '/api/admin/robots'].flatMap((base) => [`GET ${base}`, `GET ${base}/:robot/tokens`]),
    'GET /api/organizations/:name/settings/repositories',
    'GET /api/:kind{(?:models|datasets|spaces)}/:owner/:name/auth-check/write',
    'GET /api/:kind{(?:models|datasets|spaces)}/:owner/:name/user-access-request/:status{(?:pending|accepted|rejected)}',
    'GET /api/:kind{(?:models|datasets|spaces)}/:owner/:name/user-access-request/groups',
    'GET /:owner/:name/user-access-report',
  ])

  test('every route that changes something, and every private reading, asks for a token', async () => {
    const routes = appRoutes().filter(({ method, path }) => {
      const name = `${method} ${path}`
      return method === 'GET' ? closed.has(name) : method !== 'ALL' && method !== 'OPTIONS' && method !== 'HEAD' && !open.has(name)
    })
    expect(routes.length).toBeGreaterThan(15)
    for (const { method, path } of routes) {
      const body = path.endsWith('objects/batch') ? JSON.stringify({ operation: 'upload', objects: [] }) : bodyFor(method, path)
      const url = fillRoute(path, 'shown').replace(':user', 'eve').replace(':name', 'fleet')
      const answer = await t.call(url, { method, ...(body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } }) })
      expect([method, path, answer.status, answer.headers.get('x-error-code')]).toEqual([method, path, 401, null])
    }
    const listed = new Set(appRoutes().map(({ method, path }) => `${method} ${path}`))
    for (const name of [...open, ...closed]) expect([name, listed.has(name)]).toEqual([name, true])
  })

  test('every answer of the API carries a request id, cross-origin headers and nosniff', async () => {
    for (const { method, path } of appRoutes().filter(({ method, path }) => method !== 'ALL' && /^\/(api|lfs)\//.test(path))) {
      const answer = await t.call(fillRoute(path, 'absent'), { method })
      if (path === '/api/health') continue
      expect([path, answer.headers.get('access-control-allow-origin')]).toEqual([path, '*'])
      expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      expect([path, answer.status < 500]).toEqual([path, true])
    }
  })
})

test('every error code has a status', () => {
  expect(Object.keys(errorStatus).sort()).toEqual(Object.keys(errorCodes).sort())
})
