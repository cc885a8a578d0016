import { databases } from '@portolan/hub/testing'
import { describe, expect, test } from 'vitest'
import { file, openTestApp } from '../../testing/open-test-app.ts'

describe.for(databases)('comparing revisions on %s', (database) => {
  async function charted(visibility: 'public' | 'private' = 'public') {
    const t = await openTestApp({ database })
    const repo = await t.addRepo({ type: 'model', name: 'chart', visibility })
    const first = await t.commit(repo, [file('a.txt', '1\n2\n3\n'), file('b.txt', 'b\n')])
    const second = await t.commit(repo, [file('a.txt', '1\ntwo\n3\n'), { kind: 'rename', from: 'b.txt', to: 'c d.txt' }])
    const get = async (spec: string, as?: string) => {
      const answer = await t.call(`/api/models/ada/chart/compare/${spec}`, as === undefined ? {} : { as })
      return { status: answer.status, code: answer.headers.get('x-error-code'), text: await answer.text(), answer }
    }
    return { ...t, repo, first, second, get }
  }

  const patch = [
    'diff --git a/a.txt b/a.txt',
    'index 01e79c32a8c99c557f0757da7cb6d65b3414466d..d8eb09865eea17463394416e1be16d5bc553da88 100644',
    '--- a/a.txt',
    '+++ b/a.txt',
    '@@ -1,3 +1,3 @@',
    ' 1',
    '-2',
    '+two',
    ' 3',
    'diff --git a/b.txt b/c d.txt',
    'similarity index 100%',
    'rename from b.txt',
    'rename to c d.txt',
    '',
  ].join('\n')

  test('a unified diff by two commits, by a parent, by branch and tag', async () => {
    await using t = await charted()
    const { status, text, answer } = await t.get(`${t.first}..${t.second}`)
    expect([status, text]).toEqual([200, patch])
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(answer.headers.get('x-repo-commit')).toBe(t.second)
    expect((await t.get(`${t.second}^..${t.second}`)).text).toBe(patch)
    expect((await t.get(`${t.second}%5E..main`)).text).toBe(patch)
    await t.call('/api/models/ada/chart/branch/feat%2Fx', { method: 'POST', as: 'ada', json: { startingPoint: t.first } })
    expect((await t.get('feat/x...main')).text).toBe(patch)
    expect((await t.get('feat%2Fx...main')).text).toBe(patch)
    expect((await t.get('main..main')).text).toBe('')
  })

  test('the list of changes', async () => {
    await using t = await charted()
    const oid = '61780798228d17af2d34fce4cfbdf35556832472'
    expect((await t.get(`${t.first}..${t.second}?raw=1`)).text).toBe(
      `:100644 100644 01e79c32a8c99c557f0757da7cb6d65b3414466d d8eb09865eea17463394416e1be16d5bc553da88 M\ta.txt\n` +
        `:100644 100644 ${oid} ${oid} R100\tb.txt\tc d.txt\n`,
    )
  })

  test('what cannot be compared is said', async () => {
    await using t = await charted()
    expect(await t.get('main')).toMatchObject({ status: 400 })
    expect(await t.get('main..nope')).toMatchObject({ status: 404, code: 'RevisionNotFound' })
    await t.call('/api/models/ada/chart/branch/lone', { method: 'POST', as: 'ada', json: { emptyBranch: true } })
    expect(await t.get('main...lone')).toMatchObject({ status: 422 })
    expect((await t.get('lone..main')).status).toBe(200)
  })

  test('strangers see nothing of a private repo, and of a gated one only names', async () => {
    await using hidden = await charted('private')
    expect(await hidden.get('main..main')).toMatchObject({ status: 401, code: 'RepoNotFound' })
    expect(await hidden.get('main..main', 'eve')).toMatchObject({ status: 404, code: 'RepoNotFound' })
    expect((await hidden.get(`${hidden.first}..main`, 'ada')).text).toBe(patch)
    await using t = await charted()
    await t.call('/api/models/ada/chart/settings', { method: 'PUT', as: 'ada', json: { gated: 'manual' } })
    expect(await t.get(`${t.first}..main`, 'eve')).toMatchObject({ status: 403, code: 'GatedRepo' })
    expect((await t.get(`${t.first}..main?raw=1`, 'eve')).status).toBe(200)
  })

  test('too much for one answer is refused before it begins', async () => {
    await using t = await charted()
    const big = 'x'.repeat(9_000_000)
    await t.commit(
      t.repo,
      [1, 2, 3, 4].map((n) => file(`${n}.txt`, `${big}${n}`)),
    )
    expect(await t.get(`${t.second}..main`)).toMatchObject({ status: 413 })
    expect((await t.get(`${t.second}..main?raw=1`)).status).toBe(200)
  })
})
