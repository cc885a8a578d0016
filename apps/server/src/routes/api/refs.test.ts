import { databases } from '@portolan/hub/testing'
import { describe, expect, test } from 'vitest'
import { file, openTestApp } from '../../testing/open-test-app.ts'

describe.for(databases)('branches and tags on %s', (database) => {
  async function charted() {
    const t = await openTestApp({ database })
    const repo = await t.addRepo({ type: 'dataset', name: 'tides' })
    const first = repo.headOid
    const second = await t.commit(repo, [file('a.txt', 'a')])
    const send = async (method: string, path: string, json?: unknown, as = 'ada') => {
      const answer = await t.call(`/api/datasets/ada/tides/${path}`, { method, as, ...(json === undefined ? {} : { json }) })
      return [answer.status, answer.headers.get('x-error-code')]
    }
    const sha = async (revision: string) =>
      ((await (await t.call(`/api/datasets/ada/tides/revision/${encodeURIComponent(revision)}`)).json()) as { sha?: string }).sha
    return { ...t, first, second, send, sha }
  }

  test('a branch starts where asked, once', async () => {
    await using t = await charted()
    expect(await t.send('POST', 'branch/feat%2Fx', {})).toEqual([201, null])
    expect(await t.sha('feat/x')).toBe(t.second)
    expect(await t.send('POST', 'branch/feat%2Fx', {})).toEqual([409, null])
    expect(await t.send('POST', 'branch/old', { startingPoint: t.first })).toEqual([201, null])
    expect(await t.sha('old')).toBe(t.first)
    expect(await t.send('POST', 'branch/old', { startingPoint: 'main', overwrite: true })).toEqual([201, null])
    expect(await t.sha('old')).toBe(t.second)
    expect(await t.send('POST', 'branch/x', { startingPoint: 'nope' })).toEqual([404, 'RevisionNotFound'])
    // Some clients send no body at all.
    expect(await t.send('POST', 'branch/bare')).toEqual([201, null])
  })

  test.for(['..', 'a..b', 'a b', '-x', 'x.lock', 'a%00b', '%20', 'a~1', 'refs%2Fheads%2F'])('the name %s is refused', async (name) => {
    await using t = await charted()
    expect((await t.send('POST', `branch/${name}`, {}))[0]).toBe(name === '..' ? 404 : 400)
    if (name !== '..') expect((await t.send('POST', 'tag/main', { tag: decodeURIComponent(name) }))[0]).toBe(400)
  })

  test('a branch goes, main stays', async () => {
    await using t = await charted()
    await t.send('POST', 'branch/feat%2Fx', {})
    expect(await t.send('DELETE', 'branch/feat%2Fx')).toEqual([200, null])
    expect(await t.send('DELETE', 'branch/feat%2Fx')).toEqual([404, 'RevisionNotFound'])
    expect(await t.send('DELETE', 'branch/main')).toEqual([403, null])
  })

  test('tags, light and annotated', async () => {
    await using t = await charted()
    expect(await t.send('POST', `tag/${t.first}`, { tag: 'v0' })).toEqual([201, null])
    expect(await t.send('POST', 'tag/main', { tag: 'v1', message: 'The first chart' })).toEqual([201, null])
    expect([await t.sha('v0'), await t.sha('v1')]).toEqual([t.first, t.second])
    expect(await t.send('POST', 'tag/main', { tag: 'v1' })).toEqual([409, null])
    expect(await t.send('DELETE', 'tag/v1')).toEqual([200, null])
    expect(await t.send('DELETE', 'tag/v1')).toEqual([404, 'RevisionNotFound'])
  })

  test('strangers may not', async () => {
    await using t = await charted()
    expect(await t.send('POST', 'branch/x', {}, 'eve')).toEqual([403, null])
    expect(await t.send('DELETE', 'branch/main', undefined, 'eve')).toEqual([403, null])
    expect(await t.send('POST', 'tag/main', { tag: 'x' }, 'eve')).toEqual([403, null])
    expect(await t.send('DELETE', 'tag/v1', undefined, 'eve')).toEqual([403, null])
  })

  test('a malformed body names the field', async () => {
    await using t = await charted()
    const answer = await t.call('/api/datasets/ada/tides/tag/main', { method: 'POST', as: 'ada', json: { tag: 7 } })
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { error: 'tag: Invalid input: expected string, received number', code: 'body.invalid', field: 'tag' },
    ])
  })
})
