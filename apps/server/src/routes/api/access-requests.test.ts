import { createAccessToken, type Repo } from '@portolan/hub'
import { databases } from '@portolan/hub/testing'
import { describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../testing/open-test-app.ts'

const at = '/api/models/ada/chart/user-access-request'
const card = '---\nlicense: mit\nextra_gated_fields:\n  Company: text\n---\n# Chart\n'

async function gatedWorld(database: 'sqlite' | 'postgres', gated: 'auto' | 'manual' = 'manual'): Promise<TestApp & { repo: Repo }> {
  const t = await openTestApp({ database })
  const repo = await t.addRepo({ type: 'model', name: 'chart', files: { 'README.md': card, 'config.json': '{}' } })
  const done = await t.call('/api/models/ada/chart/settings', { method: 'PUT', as: 'ada', json: { gated } })
  expect(await done.json()).toMatchObject({ gated })
  return { ...t, repo }
}

describe.for(databases)('requests for access, on %s', (database) => {
  test('as clients speak: ask, list, reject with a reason, accept, put back', async () => {
    await using t = await gatedWorld(database)
    const file = async () => {
      const answer = await t.call('/ada/chart/resolve/main/config.json', { as: 'eve' })
      return [answer.status, answer.headers.get('x-error-code')]
    }
    expect(await file()).toEqual([403, 'GatedRepo'])
    expect((await t.call('/ada/chart/resolve/main/config.json')).status).toBe(401)
    expect(await (await t.call('/api/models/ada/chart', { as: 'eve' })).json()).toMatchObject({ gated: 'manual', id: 'ada/chart' })

    const bad = await t.call('/ada/chart/ask-access', { method: 'POST', as: 'eve', json: {} })
    expect([bad.status, await bad.json()]).toEqual([400, expect.objectContaining({ code: 'body.invalid', field: 'Company' })])
    const asked = await t.call('/ada/chart/ask-access', { method: 'POST', as: 'eve', json: { Company: '<script>alert(1)</script>' } })
    expect([asked.status, asked.headers.get('location')]).toEqual([303, '/ada/chart'])
    expect(await file()).toEqual([403, 'GatedRepo'])

    const list = await (await t.call(`${at}/pending`, { as: 'ada' })).json()
    expect(list).toEqual([
      {
        requestId: expect.stringMatching(/^[0-9a-f]{24}$/) as string,
        user: {
          _id: t.actors.eve.uid,
          user: 'eve',
          fullname: 'eve',
          email: 'eve@example.org',
          avatarUrl: expect.stringContaining('/avatars/eve') as string,
          isPro: false,
          type: 'user',
        },
        status: 'pending',
        timestamp: '2026-01-02T03:04:05.000Z',
        fields: { Company: '<script>alert(1)</script>' },
      },
    ])
    const handle = async (json: object, as = 'ada') => (await t.call(`${at}/handle`, { method: 'POST', as, json })).status
    expect(await handle({ user: 'eve', status: 'accepted' }, 'eve')).toBe(403)
    expect(await handle({ user: 'nobody', status: 'accepted' })).toBe(404)
    expect(await handle({ user: 'eve', status: 'pending' })).toBe(404)
    expect(await handle({ user: 'eve', userId: 'x', status: 'accepted' })).toBe(400)
    expect(await handle({ user: 'eve', status: 'accepted', rejectionReason: 'x' })).toBe(400)
    expect(await handle({ requestId: (list as { requestId: string }[])[0]?.requestId, status: 'accepted' })).toBe(200)
    expect(await file()).toEqual([200, null])
    expect(await handle({ user: 'eve', status: 'rejected', rejectionReason: 'Too far out' })).toBe(200)
    expect(await file()).toEqual([403, 'GatedRepo'])
    const again = await t.call('/ada/chart/ask-access', { method: 'POST', as: 'eve', json: { Company: 'x' } })
    expect([again.status, await again.json()]).toEqual([403, expect.objectContaining({ code: 'access.rejected' })])
    const cancel = await t.call(`${at}/cancel`, { method: 'POST', as: 'eve' })
    expect(cancel.status).toBe(403)
  })

  test('whoever has access has it everywhere: files, raw files, LFS, the probe of clients, git, Xet, differences; and loses it everywhere', async () => {
    await using t = await gatedWorld(database, 'auto')
    const lfs = { operation: 'download', objects: [{ oid: 'a'.repeat(64), size: 1 }] }
    const everywhere = async () => [
      (await t.call('/ada/chart/resolve/main/README.md', { as: 'eve' })).status,
      (await t.call('/ada/chart/raw/main/README.md', { as: 'eve' })).status,
      (await t.call('/ada/chart.git/info/lfs/objects/batch', { method: 'POST', as: 'eve', json: lfs })).status,
      (await t.call('/api/models/ada/chart/auth-check', { as: 'eve' })).status,
      (await t.call('/ada/chart.git/info/refs?service=git-upload-pack', { as: 'eve' })).status,
      (await t.call('/api/models/ada/chart/xet-read-token/main', { as: 'eve' })).status,
      (await t.call('/api/models/ada/chart/compare/main..main', { as: 'eve' })).status,
    ]
    expect(await everywhere()).toEqual([403, 403, 403, 403, 403, 403, 403])
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const asked = await t.call('/ada/chart/ask-access', { method: 'POST', as: 'eve', body: 'Company=Chart+%26+Co', headers: form })
    expect(asked.status).toBe(303)
    expect(await everywhere()).toEqual([200, 200, 200, 200, 200, 200, 200])
    expect(await (await t.call(`${at}/accepted`, { as: 'ada' })).json()).toMatchObject([{ fields: { Company: 'Chart & Co' } }])
    expect((await t.call(`${at}/cancel`, { method: 'POST', as: 'eve' })).status).toBe(200)
    expect(await everywhere()).toEqual([403, 403, 403, 403, 403, 403, 403])
  })

  test('a token that is limited to repos neither asks nor reads more than it names', async () => {
    await using t = await gatedWorld(database)
    const token = async (name: string) =>
      (
        await createAccessToken(t.hub, t.actors.eve, {
          name: 'robot',
          role: 'fineGrained',
          scopes: [{ entity: { type: 'model', name }, permissions: ['repo.write'] }],
        })
      ).token
    await t.addRepo({ type: 'model', name: 'other' })
    const [this_, other] = [await token('ada/chart'), await token('ada/other')]
    expect((await t.call('/ada/chart/ask-access', { method: 'POST', as: this_, json: { Company: 'x' } })).status).toBe(403)
    expect((await t.call(`${at}/grant`, { method: 'POST', as: 'ada', json: { user: 'eve' } })).status).toBe(200)
    const status = async (as: string) => (await t.call('/ada/chart/resolve/main/config.json', { as })).status
    expect([await status('eve'), await status(this_), await status(other)]).toEqual([200, 200, 403])
    expect((await t.call('/api/models/ada/chart/branch/x', { method: 'POST', json: {}, as: 'eve' })).status).toBe(403)
  })

  test('grants by hand and by group, batches, pages', async () => {
    await using t = await gatedWorld(database)
    const post = async (path: string, json: object, as = 'ada') => {
      const answer = await t.call(`${at}/${path}`, { method: 'POST', as, json })
      return [answer.status, ((await answer.json()) as { code?: string; handled?: number }).code ?? null]
    }
    expect(await post('grant', { userId: t.actors.eve.uid })).toEqual([200, null])
    expect(await post('grant', { user: 'eve' })).toEqual([400, 'access.already_granted'])
    expect(await post('grant', { user: 'nobody' })).toEqual([404, 'account.not_found'])
    expect(await post('grant', {})).toEqual([400, 'body.invalid'])
    expect(await post('grant', { user: 'mia' }, 'eve')).toEqual([403, 'auth.forbidden'])
    const granted = (await (await t.call(`${at}/accepted`, { as: 'ada' })).json()) as { user: object; grantedBy: string }[]
    // Users who did not send a request themselves do not share their e-mail address.
    expect([granted[0]?.grantedBy, Object.keys(granted[0]?.user ?? {}).includes('email')]).toEqual(['ada', false])

    expect(await post('grant', { org: 'fleet' })).toEqual([200, null])
    expect((await t.call('/ada/chart/resolve/main/config.json', { as: 'mia' })).status).toBe(200)
    expect(await (await t.call(`${at}/groups`, { as: 'ada' })).json()).toMatchObject([{ user: 'fleet', type: 'org' }])
    expect((await t.call(`${at}/grant`, { method: 'DELETE', as: 'ada', json: { org: 'fleet' } })).status).toBe(200)
    expect((await t.call('/ada/chart/resolve/main/config.json', { as: 'mia' })).status).toBe(403)

    await t.call('/ada/chart/ask-access', { method: 'POST', as: 'mia', json: { Company: 'x' } })
    const batch = await t.call(`${at}/batch`, {
      method: 'POST',
      as: 'ada',
      json: { status: 'rejected', rejectionReason: 'Full', requests: [{ user: 'mia' }, { user: 'eve' }, { user: 'nobody' }] },
    })
    expect([batch.status, await batch.json()]).toEqual([200, { success: true, handled: 2 }])
    const first = await t.call(`${at}/rejected?limit=1`, { as: 'ada' })
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    const second = await t.call(next, { as: 'ada' })
    const names = [await first.json(), await second.json()].flatMap((page) =>
      (page as { user: { user: string } }[]).map(({ user }) => user.user),
    )
    expect([names, second.headers.get('link')]).toEqual([['mia', 'eve'], null])
    expect((await t.call(`${at}/rejected?cursor=x`, { as: 'ada' })).status).toBe(400)
    expect((await t.call(`${at}/unknown`, { as: 'ada' })).status).toBe(404)
  })

  test('the report is a table that no spreadsheet runs, for owners only', async () => {
    await using t = await gatedWorld(database)
    await t.call('/ada/chart/ask-access', { method: 'POST', as: 'eve', json: { Company: '=HYPERLINK("http://x")' } })
    expect((await t.call('/ada/chart/user-access-report', { as: 'eve' })).status).toBe(403)
    const answer = await t.call('/ada/chart/user-access-report', { as: 'ada' })
    expect([answer.headers.get('content-type'), answer.headers.get('content-disposition'), answer.headers.get('cache-control')]).toEqual([
      'text/csv; charset=utf-8',
      expect.stringContaining('attachment') as string,
      'private, no-store',
    ])
    expect((await answer.text()).split('\r\n')[1]).toBe(
      `eve,eve,eve@example.org,pending,2026-01-02T03:04:05.000Z,,,"'=HYPERLINK(""http://x"")"`,
    )
  })

  test('an open repo has nothing to ask for', async () => {
    await using t = await gatedWorld(database)
    await t.call('/api/models/ada/chart/settings', { method: 'PUT', as: 'ada', json: { gated: false } })
    expect((await t.call('/ada/chart/ask-access', { method: 'POST', as: 'eve', json: {} })).status).toBe(400)
    expect((await t.call(`${at}/handle`, { method: 'POST', as: 'ada', json: { user: 'eve', status: 'accepted' } })).status).toBe(400)
    expect((await t.call('/api/models/ada/chart/settings', { method: 'PUT', as: 'eve', json: { gated: 'auto' } })).status).toBe(403)
    expect((await t.call('/api/models/ada/chart/settings', { method: 'PUT', as: 'ada', json: { gated: true } })).status).toBe(400)
  })
})
