import { permissionCovers, permissionFits, type TokenPermission, tokenPermissions } from '@portolan/contract'
import { createCollection, insertAccessToken, openDiscussion } from '@portolan/hub'
import { databases } from '@portolan/hub/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describedRoutes } from './openapi/api-document.ts'
import { appRoutes, routesAndDescriptions } from './testing/app-routes.ts'
import { openTestApp, type TestApp } from './testing/open-test-app.ts'

interface Asked {
  /** The one permission that the call needs; `null` when no fine-grained token may make it. */
  readonly needs: TokenPermission | null
  readonly json?: unknown
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
}

const uid = 'f'.repeat(24)
const write = (json: unknown = {}): Asked => ({ needs: 'repo.write', json })
const discuss = (json: unknown = {}): Asked => ({ needs: 'discussion.write', json })
const access = (json: unknown = {}): Asked => ({ needs: 'repo.access.write', json })
const collect = (json: unknown = {}): Asked => ({ needs: 'collection.write', json })
const hook = (json: unknown = {}): Asked => ({ needs: 'user.webhooks.write', json })
const robots = (json: unknown = {}): Asked => ({ needs: 'org.serviceAccounts.write', json })
const noFine = (json: unknown = {}): Asked => ({ needs: null, json })
const webhook = { url: 'https://ci.example.org/', watched: [{ type: 'user', name: 'ada' }], domains: ['repo'] }

/** Every route that changes something: the end of its address (without the parts that name the repo), and a body that works. */
const calls: Readonly<Record<string, Asked>> = {
  'POST /api/organizations': noFine({ name: 'armada' }),
  'PUT /api/organizations/:name/members/:user/role': { needs: 'org.write', json: { role: 'write' } },
  'DELETE /api/organizations/:name/members/:user': { needs: 'org.write' },
  'DELETE /api/organizations/:name': noFine(),
  'PUT /api/admin/storage/:name': noFine({ limitBytes: null }),
  'POST /api/organizations/:name/robots': robots({ name: 'fleet-ci' }),
  'PUT /api/organizations/:name/robots/:robot': robots({ disabled: true }),
  'POST /api/organizations/:name/robots/:robot/tokens': robots({ name: 't' }),
  'DELETE /api/organizations/:name/robots/:robot/tokens/:token': robots(),
  'POST /api/admin/robots': noFine({ name: 'hub-ci' }),
  'PUT /api/admin/robots/:robot': noFine({ disabled: true }),
  'POST /api/admin/robots/:robot/tokens': noFine({ name: 't' }),
  'DELETE /api/admin/robots/:robot/tokens/:token': noFine(),
  'POST /api/admin/users/:name/password-reset': noFine(),
  'PUT /api/admin/users/:name': noFine({ suspended: true }),
  'DELETE /api/admin/users/:name/sessions': noFine(),
  'DELETE /api/admin/users/:name/second-factors': noFine(),
  'DELETE /api/admin/users/:name/tokens': noFine(),
  'DELETE /api/admin/former-names/:name': noFine(),
  'POST /api/admin/organizations/:name/restore': noFine(),
  'POST /api/admin/invites': noFine(),
  'DELETE /api/admin/invites/:id': noFine(),
  'DELETE /api/admin/users/:name': noFine({ repositories: 'delete' }),
  'DELETE /api/settings/account': noFine({ name: 'ada', repositories: 'delete' }),
  'POST /api/settings/ssh-keys': noFine({ key: 'ssh-ed25519 AAAA' }),
  'DELETE /api/settings/ssh-keys/:uid': noFine(),
  'POST /api/discussions/mark-as-read': { needs: 'user.notifications.write', json: { discussionIds: [] } },
  'POST follow': noFine(),
  'DELETE follow': noFine(),
  'POST like': { needs: 'user.social.likes.write' },
  'DELETE like': { needs: 'user.social.likes.write' },
  'POST discussions': discuss({ title: 'A title', description: 'x' }),
  'DELETE discussions/1': write(),
  'DELETE discussions/1/ref': discuss(),
  'POST discussions/1/comment': discuss({ comment: 'x' }),
  [`POST discussions/1/comment/${uid}/reply`]: discuss({ comment: 'x' }),
  [`POST discussions/1/comment/${uid}/edit`]: discuss({ content: 'x' }),
  [`POST discussions/1/comment/${uid}/hide`]: discuss(),
  [`POST discussions/1/comment/${uid}/reaction`]: discuss({ reaction: '👍' }),
  'POST discussions/1/title': discuss({ title: 'Another title' }),
  'POST discussions/1/status': discuss({ status: 'closed' }),
  'POST discussions/1/merge': write(),
  'POST discussions/1/pin': write({ pinned: true }),
  'POST discussions/1/lock': write({ locked: true }),
  'POST user-access-request/handle': access({ user: 'eve', status: 'accepted' }),
  'POST user-access-request/batch': access({ status: 'accepted', requests: [{ user: 'eve' }] }),
  'POST user-access-request/grant': access({ user: 'eve' }),
  'DELETE user-access-request/grant': access({ org: 'fleet' }),
  'POST user-access-request/cancel': noFine(),
  'POST ask-access': noFine(),
  'POST /api/collections': collect({ title: 'Charts', namespace: 'ada' }),
  'PATCH /api/collections/:namespace/:slug': collect({ title: 'Maps' }),
  'DELETE /api/collections/:namespace/:slug': collect(),
  'POST /api/collections/:namespace/:slug/items': collect({ item: { type: 'model', id: 'ada/shown' } }),
  'POST /api/collections/:namespace/:slug/items/batch': collect([{ action: 'update', _id: uid, data: { position: 0 } }]),
  'PATCH /api/collections/:namespace/:slug/items/:item': collect({ position: 0 }),
  'DELETE /api/collections/:namespace/:slug/items/:item': collect(),
  'POST /api/collections/:namespace/:slug/upvote': noFine(),
  'DELETE /api/collections/:namespace/:slug/upvote': noFine(),
  'POST /api/repos/create': write({ name: 'new' }),
  'DELETE /api/repos/delete': write({ name: 'shown' }),
  'POST /api/repos/move': write({ fromRepo: 'ada/shown', toRepo: 'ada/moved' }),
  'POST duplicate': write({ repository: 'ada/copy' }),
  'PUT settings': write({ gated: 'auto' }),
  'POST branch/x': write(),
  'DELETE branch/x': write(),
  'POST tag/main': write({ tag: 'v1' }),
  'DELETE tag/main': write(),
  'POST super-squash/main': write(),
  'POST lfs-files/batch': write({ deletions: { sha: [] } }),
  'POST lfs-files/duplicate': write({ target: { type: 'model', name: 'ada/shown' }, files: [{ sha256: 'a'.repeat(64) }] }),
  'DELETE lfs-files/:sha': write(),
  'POST preupload/main': write({ files: [] }),
  'POST commit/main': { needs: 'repo.write', body: `${JSON.stringify({ key: 'header', value: { summary: 'x' } })}\n` },
  // For the caller's own pull request, this permission is enough.
  'POST info/lfs/objects/batch': discuss({ operation: 'upload', objects: [] }),
  'POST info/lfs/locks': write({ path: 'a.bin' }),
  'POST info/lfs/locks/verify': write(),
  'POST info/lfs/locks/:id/unlock': write(),
  'POST git-receive-pack': {
    needs: 'discussion.write',
    body: '0000',
    headers: { 'content-type': 'application/x-git-receive-pack-request' },
  },
  'POST /api/settings/webhooks': hook(webhook),
  'POST /api/settings/webhooks/:uid': hook(webhook),
  'DELETE /api/settings/webhooks/:uid': hook(),
  'POST /api/settings/webhooks/:uid/enable': hook(),
  'POST /api/settings/webhooks/:uid/test': hook(),
  'POST /api/settings/webhooks/:uid/deliveries/:delivery/replay': hook(),
  ...Object.fromEntries(
    ['variables', 'secrets'].flatMap((what) => [
      [`POST ${what}`, write({ key: 'A', value: 'b' })],
      [`DELETE ${what}`, write({ key: 'A' })],
    ]),
  ),
  'POST restart': write(),
  ...Object.fromEntries(
    ['hardware', 'sleeptime', 'storage', 'pause', 'dev-mode', 'volumes'].flatMap((what) =>
      ['POST', 'PUT', 'DELETE'].map((method) => [`${method} ${what}`, write()]),
    ),
  ),
}

/** Routes that do not check the permissions of access tokens, and why. */
const others: readonly RegExp[] = [
  /^POST \/xet\//, // uses its own token, issued by a route below
  /^POST \/v1\/telemetry$/, // open to everyone
  /^POST \/v1\/|^POST \/hf-inference\//, // model calls: openai.test.ts; a read token suffices
  /^POST \/api\/validate-yaml$/, // returns nothing about the hub
  /\/inference-snippets$|\/paths-info\/\*$|\/git-upload-pack$/, // read only
  /^(?:POST|PUT) \/lfs\//, // the signed address is the permission
  /^POST \/oauth\//, // the code is the permission
  /^POST \/uploads$/, // not offered: 404 for everyone
  /^POST \/api\/session\/refresh$/, // for browsers: uses a cookie
]

interface Sweep extends Asked {
  readonly name: string
  readonly method: string
  readonly url: string
}

function sweeps(): Sweep[] {
  const seen = new Set<string>()
  return appRoutes().flatMap(({ method, path }) => {
    const name = `${method} ${path}`
    if (['GET', 'ALL', 'OPTIONS', 'HEAD'].includes(method) || path === '/*' || seen.has(name)) return []
    seen.add(name)
    if (others.some((pattern) => pattern.test(name))) return []
    const kind = /^\/(?:api\/:kind\{spaces\}|spaces\/)/.test(path) ? 'spaces' : path.startsWith('/datasets/') ? 'datasets' : 'models'
    const at = path
      .replace(':num{[0-9]+}', '1')
      .replace(':event{[0-9a-fA-F]{24}}', uid)
      .replace(/:switch\{[^}]*\}/, 'enable')
      .replace(/branch\/\*$/, 'branch/x')
      .replace(/(tag|super-squash|preupload|commit)\/\*$/, '$1/main')
    const [, tail] = /(?::owner\/:name|:kind\{\(\?:users\|organizations\)\}\/:name)\/(.*)$/.exec(at) ?? []
    const asked = calls[tail === undefined ? `${method} ${at}` : `${method} ${tail}`]
    if (!asked) throw new Error(`Say in this file what a token needs for ${name}`)
    const url = at
      .replace(/:kind\{\(\?:users\|organizations\)\}\/:name/, 'users/eve')
      .replace(/:kind\{[^}]*\}/, kind)
      .replace(':owner/:name', 'ada/shown')
      .replace('organizations/:name', 'organizations/fleet')
      .replace(':user', 'mia')
      .replace(':namespace/:slug', 'COLLECTION')
      .replace(/:(?:uid|delivery|item|id)/g, uid)
      .replace(':sha', 'a'.repeat(64))
    return [{ ...asked, name, method, url }]
  })
}

describe.for(databases)('what a token needs for each call that changes something, on %s', (database) => {
  let t: TestApp
  let collection: string
  beforeAll(async () => {
    t = await openTestApp({ database })
    for (const type of ['model', 'dataset', 'space'] as const) {
      const repo = await t.addRepo({ type, name: 'shown', sdk: 'static', files: { 'README.md': '# Shown\n' } })
      await openDiscussion(t.hub, t.actors.ada, repo, {
        title: 'A change',
        description: 'x',
        pullRequest: { baseRef: 'refs/heads/main', isDraft: false },
      })
    }
    collection = (await createCollection(t.hub, t.actors.ada, { title: 'Charts of old', namespace: 'ada' })).slug
  })
  afterAll(() => t[Symbol.asyncDispose]())

  const send = async ({ method, url, json, body, headers }: Sweep, as: string) => {
    const answer = await t.call(url.replace('COLLECTION', collection), {
      method,
      as,
      ...(json === undefined ? {} : { json }),
      ...(body === undefined ? {} : { body }),
      ...(headers === undefined ? {} : { headers }),
    })
    const text = await answer.text()
    const told = text.startsWith('{') ? (JSON.parse(text) as { code?: string; permission?: string | null; message?: string }) : {}
    return { status: answer.status, text, code: told.code ?? null, permission: told.permission }
  }
  /** A token of ada's with every permission for which `wanted` returns true, for her, for her organization, and globally. */
  const tokenWith = async (wanted: (permission: TokenPermission) => boolean) => {
    const given = (target: 'user' | 'org' | 'global') => tokenPermissions.filter((each) => permissionFits(each, target) && wanted(each))
    const scopes = ([['user', 'ada'] as const, ['org', 'fleet'] as const] as const).flatMap(([type, name]) => {
      const permissions = given(type)
      return permissions.length === 0 ? [] : [{ entity: { type, name }, permissions }]
    })
    const input = { name: 'sweep', role: 'fineGrained' as const, scopes, global: given('global'), canReadGatedRepos: true }
    return (await insertAccessToken(t.hub, t.actors.ada.userId, 'ada', input)).token
  }

  const all = sweeps()
  test('there are routes to try', () => expect(all.length).toBeGreaterThan(70))

  test('the API description says what each needs, and asks it of no call that changes nothing', () => {
    const needs = new Map(all.map((sweep) => [sweep.name, sweep.needs]))
    const said = describedRoutes(routesAndDescriptions()).flatMap(({ method, pattern, operation }) =>
      operation?.token === undefined ? [] : [[`${method} ${pattern}`, operation.token] as const],
    )
    expect(new Map(said)).toEqual(needs)
  })

  test('a read token may none of it', async () => {
    const { token } = await insertAccessToken(t.hub, t.actors.ada.userId, 'ada', { name: 'r', role: 'read' })
    for (const sweep of all) {
      const { status, code, text } = await send(sweep, token)
      const isGit = sweep.name.endsWith('git-receive-pack') || sweep.name.includes('/info/lfs/')
      expect([sweep.name, status, isGit ? null : code]).toEqual([sweep.name, 403, isGit ? null : 'auth.read_only_token'])
      expect(text).toContain('read')
    }
  })

  test('a fine-grained token with everything but the permission may not either, and is told which one it is', async () => {
    for (const sweep of all) {
      const { needs } = sweep
      const token = await tokenWith((each) => needs === null || !permissionCovers(each, needs))
      const { status, code, permission, text } = await send(sweep, token)
      const isGit = sweep.name.endsWith('git-receive-pack') || sweep.name.includes('/info/lfs/')
      expect([sweep.name, status]).toEqual([sweep.name, 403])
      if (isGit) expect([sweep.name, text]).toEqual([sweep.name, expect.stringMatching(/(?:repo|discussion)\.write/)])
      else expect([sweep.name, code, permission]).toEqual([sweep.name, 'auth.missing_permission', needs])
    }
  })

  test('with that permission alone, the call is not a matter of the token', async () => {
    for (const sweep of all) {
      const { needs } = sweep
      if (needs === null) continue
      const { status, code } = await send(sweep, await tokenWith((each) => each === needs))
      expect([sweep.name, status === 401 || status === 403, code?.startsWith('auth.') ?? false]).toEqual([sweep.name, false, false])
    }
  })
})
