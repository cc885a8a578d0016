import { databases } from '@portolan/hub/testing'
import { describe, expect, test } from 'vitest'
import { openTestApp } from '../../testing/open-test-app.ts'

const basic = (token: string) => ({ authorization: `Basic ${Buffer.from(`anybody:${token}`).toString('base64')}` })
const refs = (repo: string, service = 'git-upload-pack') => `/${repo}/info/refs?service=${service}`

describe.for(databases)('who may use git on %s', (database) => {
  test('anonymous callers are asked for credentials, in the same words for a private repo and for a missing one', async () => {
    await using t = await openTestApp({ database })
    await t.addRepo({ type: 'model', name: 'secret', visibility: 'private' })
    for (const name of ['ada/secret', 'ada/secret.git', 'ada/missing', 'ada/missing.git', 'nobody/x', 'ada/a..b']) {
      for (const service of ['git-upload-pack', 'git-receive-pack', 'other']) {
        const answer = await t.call(refs(name, service))
        expect([name, answer.status, answer.headers.get('www-authenticate')]).toEqual([name, 401, 'Basic realm="Portolan"'])
        expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
        expect(await answer.text()).toBe('Repository not found\n')
      }
    }
    for (const path of ['git-upload-pack', 'git-receive-pack']) {
      expect((await t.call(`/ada/secret/${path}`, { method: 'POST' })).status).toBe(401)
    }
  })

  test('a token of somebody else finds nothing, a bad one is refused, and git learns that Basic will do', async () => {
    await using t = await openTestApp({ database })
    await t.addRepo({ type: 'dataset', name: 'secret', visibility: 'private' })
    const url = refs('datasets/ada/secret.git')
    expect((await t.call(url, { headers: basic(t.tokens.eve) })).status).toBe(404)
    expect((await t.call(url, { as: 'eve' })).status).toBe(404)
    expect((await t.call(refs('ada/secret.git'), { as: 'ada' })).status).toBe(404)
    const bad = await t.call(url, { headers: basic('hf_notAToken') })
    expect([bad.status, bad.headers.get('www-authenticate'), await bad.text()]).toEqual([
      401,
      'Basic realm="Portolan"',
      'Invalid credentials in Authorization header\n',
    ])
  })

  test('gated files are not given to those without a grant, and a push needs the right to write', async () => {
    await using t = await openTestApp({ database })
    const repo = await t.addRepo({ type: 'model', name: 'gated' })
    expect((await t.call(`/api/models/${repo.fullName}/settings`, { method: 'PUT', as: 'ada', json: { gated: 'manual' } })).status).toBe(
      200,
    )
    const anonymous = await t.call(refs('ada/gated'))
    expect([anonymous.status, anonymous.headers.get('x-error-code')]).toEqual([401, 'GatedRepo'])
    const stranger = await t.call(refs('ada/gated'), { as: 'eve' })
    expect([stranger.status, await stranger.text()]).toEqual([
      403,
      'Access to model ada/gated is restricted and you are not in the authorized list. Ask its owner for access.\n',
    ])
    await t.addRepo({ type: 'model', name: 'open' })
    expect((await t.call(refs('ada/open', 'git-receive-pack'))).status).toBe(401)
    expect((await t.call(refs('ada/open', 'git-receive-pack'), { as: 'eve' })).status).toBe(403)
  })

  test('a repo that has moved is found at its new address', async () => {
    await using t = await openTestApp({ database })
    await t.addRepo({ type: 'space', name: 'old', sdk: 'static' })
    const moved = await t.call('/api/repos/move', {
      method: 'POST',
      as: 'ada',
      json: { fromRepo: 'ada/old', toRepo: 'ada/new', type: 'space' },
    })
    expect(moved.status).toBe(200)
    const answer = await t.call(refs('spaces/ada/old.git'))
    expect([answer.status, answer.headers.get('location')]).toEqual([307, '/spaces/ada/new.git/info/refs?service=git-upload-pack'])
  })
})
