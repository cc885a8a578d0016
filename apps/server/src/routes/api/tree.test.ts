import { createBranch, createTag } from '@portolan/hub'
import { databases } from '@portolan/hub/testing'
import { describe, expect, test } from 'vitest'
import { file, openTestApp, type TestApp } from '../../testing/open-test-app.ts'

interface Entry {
  path: string
  type: string
  oid: string
  size: number
}

const json = async <T>(t: TestApp, path: string): Promise<T> => (await (await t.call(path)).json()) as T
const paths = async (t: TestApp, path: string) => (await json<Entry[]>(t, path)).map((entry) => entry.path)

describe.for(databases)('trees and histories on %s', (database) => {
  async function charted() {
    const t = await openTestApp({ database })
    const repo = await t.addRepo({
      type: 'model',
      name: 'chart',
      files: { 'a.txt': 'ahoy', 'sub dir/ü.txt': 'deep', 'sub dir/more/z.txt': 'deeper', 'b/c.txt': 'c' },
    })
    return { ...t, repo }
  }

  test('folders first, then files, in order; recursive gives everything', async () => {
    await using t = await charted()
    expect(await paths(t, '/api/models/ada/chart/tree/main')).toEqual(['b', 'sub dir', '.gitattributes', 'a.txt'])
    expect(await paths(t, '/api/models/ada/chart/tree/main?recursive=True&expand=False')).toEqual([
      '.gitattributes',
      'a.txt',
      'b',
      'b/c.txt',
      'sub dir',
      'sub dir/more',
      'sub dir/more/z.txt',
      'sub dir/ü.txt',
    ])
    const [folder] = await json<Entry[]>(t, '/api/models/ada/chart/tree/main')
    expect(folder).toEqual({ type: 'directory', oid: expect.stringMatching(/^[0-9a-f]{40}$/) as string, size: 0, path: 'b' })
    expect((await json<Entry[]>(t, '/api/models/ada/chart/tree/main')).find(({ path }) => path === 'a.txt')).toEqual({
      type: 'file',
      oid: 'e1692eb2538dffc4e0337a199e0962877dd2a87f',
      size: 4,
      path: 'a.txt',
    })
  })

  test.for(['sub%20dir/more', 'sub%20dir%2Fmore', 'sub%20dir/more/'])('a path arrives as %s', async (path) => {
    await using t = await charted()
    expect(await paths(t, `/api/models/ada/chart/tree/main/${path}`)).toEqual(['sub dir/more/z.txt'])
  })

  test.for([
    ['feat/x', 'feat%2Fx', 'escaped'],
    ['feat/x', 'feat/x', 'raw'],
    ['refs/heads/feat/x', 'refs%2Fheads%2Ffeat%2Fx', 'a full ref, escaped'],
    ['refs/heads/feat/x', 'refs/heads/feat/x', 'a full ref, raw'],
    ['v1.0', 'v1.0', 'a tag'],
  ])('the revision %s arrives as %s (%s)', async ([, sent]) => {
    await using t = await charted()
    await createBranch(t.hub, t.actors.ada, t.repo, { name: 'feat/x' })
    await createTag(t.hub, t.actors.ada, t.repo, { tag: 'v1.0', revision: 'main', message: 'annotated' })
    expect(await paths(t, `/api/models/ada/chart/tree/${sent}/b`)).toEqual(['b/c.txt'])
    expect((await json<{ sha: string }>(t, `/api/models/ada/chart/revision/${sent}`)).sha).toBe(t.repo.headOid)
  })

  test('what does not exist says which part is missing', async () => {
    await using t = await charted()
    for (const [path, status, code, hasCommit] of [
      ['tree/main/nope', 404, 'EntryNotFound', true],
      ['tree/main/a.txt', 404, 'EntryNotFound', true],
      ['tree/nope', 404, 'RevisionNotFound', false],
      ['tree/nope/b', 404, 'RevisionNotFound', false],
      [`tree/${'0'.repeat(40)}`, 404, 'RevisionNotFound', false],
      ['commits/nope', 404, 'RevisionNotFound', false],
    ] as const) {
      const answer = await t.call(`/api/models/ada/chart/${path}`)
      expect([path, answer.status, answer.headers.get('x-error-code'), answer.headers.has('x-repo-commit')]).toEqual([
        path,
        status,
        code,
        hasCommit,
      ])
    }
    expect((await t.call('/api/models/ada/chart/tree/main/%E0%A4%A')).status).toBe(400)
  })

  test('the size of a file or a folder', async () => {
    await using t = await charted()
    const at = '/api/models/ada/chart/treesize/main'
    expect(await json(t, `${at}/sub%20dir/`)).toEqual({ path: 'sub dir', size: 10 })
    expect(await json(t, `${at}/a.txt`)).toEqual({ path: 'a.txt', size: 4 })
    expect((await json<{ size: number }>(t, at)).size).toBeGreaterThan(15)
    const missing = await t.call(`${at}/nope`)
    expect([missing.status, missing.headers.get('x-error-code')]).toEqual([404, 'EntryNotFound'])
  })

  test('pages of a tree stay on their commit while the branch moves', async () => {
    await using t = await charted()
    const seen: string[] = []
    let next: string | null = '/api/models/ada/chart/tree/main?recursive=true&limit=3'
    while (next !== null) {
      const answer: Response = await t.call(next)
      seen.push(...((await answer.json()) as Entry[]).map(({ path }) => path))
      next = /^<http:\/\/localhost(.*)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1] ?? null
      if (seen.length === 3) await t.commit(t.repo, [{ kind: 'delete', path: 'b', scope: 'folder' }, file('0.txt', 'first')])
    }
    expect(seen).toEqual(['.gitattributes', 'a.txt', 'b', 'b/c.txt', 'sub dir', 'sub dir/more', 'sub dir/more/z.txt', 'sub dir/ü.txt'])
  })

  test('expand adds the last commit of each entry', async () => {
    await using t = await charted()
    t.hub.tick(60_000)
    const head = await t.commit(t.repo, [file('b/c.txt', 'changed')])
    const entries = await json<(Entry & { lastCommit: unknown })[]>(t, '/api/models/ada/chart/tree/main?expand=true')
    expect(entries.map(({ path, lastCommit }) => [path, lastCommit])).toEqual([
      ['b', { id: head, title: 'a change', date: '2026-01-02T03:05:05.000Z' }],
      ['sub dir', { id: t.repo.headOid, title: 'initial commit', date: '2026-01-02T03:04:05.000Z' }],
      ['.gitattributes', { id: t.repo.headOid, title: 'initial commit', date: '2026-01-02T03:04:05.000Z' }],
      ['a.txt', { id: t.repo.headOid, title: 'initial commit', date: '2026-01-02T03:04:05.000Z' }],
    ])
  })

  test('paths-info takes forms and JSON, one path or many, and leaves out what is missing', async () => {
    await using t = await charted()
    const ask = async (body: string, type: string) => {
      const answer = await t.call('/api/models/ada/chart/paths-info/main', { method: 'POST', body, headers: { 'content-type': type } })
      return answer.status === 200 ? ((await answer.json()) as Entry[]).map(({ path, type: kind }) => [path, kind]) : answer.status
    }
    const form = 'application/x-www-form-urlencoded'
    expect(await ask('paths=a.txt&paths=b%2F&paths=nope&expand=False', form)).toEqual([
      ['a.txt', 'file'],
      ['b', 'directory'],
    ])
    expect(await ask('paths=a.txt&expand=True', form)).toEqual([['a.txt', 'file']])
    expect(await ask('{"paths":["sub dir/ü.txt","a.txt"],"expand":true}', 'application/json')).toEqual([
      ['sub dir/ü.txt', 'file'],
      ['a.txt', 'file'],
    ])
    expect(await ask('{"paths":"a.txt"}', 'application/json')).toEqual([['a.txt', 'file']])
    expect(await ask('{"paths":["nope"]}', 'application/json')).toEqual([])
    expect(await ask('{"paths":[1]}', 'application/json')).toBe(400)
    expect(await ask('{"paths":', 'application/json')).toBe(400)
    expect(await ask(JSON.stringify({ paths: Array(2001).fill('a.txt') }), 'application/json')).toBe(400)
  })

  test('refs by kind, tags with their commit', async () => {
    await using t = await charted()
    await createBranch(t.hub, t.actors.ada, t.repo, { name: 'feat/x' })
    await createTag(t.hub, t.actors.ada, t.repo, { tag: 'v1.0', revision: 'main', message: 'annotated' })
    const targetCommit = t.repo.headOid
    const refs = {
      branches: [
        { name: 'main', ref: 'refs/heads/main', targetCommit },
        { name: 'feat/x', ref: 'refs/heads/feat/x', targetCommit },
      ],
      converts: [],
      tags: [{ name: 'v1.0', ref: 'refs/tags/v1.0', targetCommit }],
    }
    expect(await json(t, '/api/models/ada/chart/refs')).toEqual(refs)
    expect(await json(t, '/api/models/ada/chart/refs?include_prs=1')).toEqual({ ...refs, pullRequests: [] })
  })

  test('commits, newest first, in pages with their total', async () => {
    await using t = await charted()
    const oids = [t.repo.headOid ?? '']
    for (let i = 0; i < 4; i++) {
      t.hub.tick(1000)
      oids.unshift(await t.commit(t.repo, [file('a.txt', `version ${i} <b>`)]))
    }
    const seen: string[] = []
    let next: string | null = '/api/models/ada/chart/commits/main?limit=2&p=0'
    while (next !== null) {
      const answer: Response = await t.call(next)
      expect(answer.headers.get('x-total-count')).toBe('5')
      seen.push(...((await answer.json()) as { id: string }[]).map(({ id }) => id))
      next = /^<http:\/\/localhost(.*)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1] ?? null
      if (seen.length === 2) await t.commit(t.repo, [file('b.txt', 'meanwhile')])
    }
    expect(seen).toEqual(oids)
    const [first] = await json<unknown[]>(t, `/api/models/ada/chart/commits/${oids[0]}?expand[]=formatted&limit=1`)
    expect(first).toEqual({
      id: oids[0],
      title: 'a change',
      message: '',
      date: '2026-01-02T03:04:09.000Z',
      authors: [{ user: 'ada' }],
      formatted: { title: 'a change', message: '' },
    })
  })
})
