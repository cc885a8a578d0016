import { databases } from '@portolan/hub/testing'
import { describe, expect, test } from 'vitest'
import { file, openTestApp, type CallOptions } from '../testing/open-test-app.ts'

/*
 * Statuses, codes and sentences that published clients and their tests match. The scenario `words_and_statuses` of e2e/clients/python meets the
 * same with the real client.
 */

const ndjson = (...lines: unknown[]) => lines.map((line) => JSON.stringify(line)).join('\n')
const header = { key: 'header', value: { summary: 'x' } }
const line = (path: string) => ({ key: 'file', value: { path, content: 'x' } })

describe.for(databases)('what clients match, on %s', (database) => {
  async function charted() {
    const t = await openTestApp({ database })
    const repo = await t.addRepo({ type: 'model', name: 'tides' })
    const first = repo.headOid ?? ''
    const second = await t.commit(repo, [file('a/b.txt', 'b'), file('a/c/d.txt', 'd'), file('e.txt', 'e')])
    const answer = async (path: string, options: CallOptions = {}) => {
      const got = await t.call(path, { as: 'ada', ...options })
      const text = await got.text()
      const body = (text.startsWith('{') ? JSON.parse(text) : { error: text }) as { error?: string; sha?: string }
      return { status: got.status, code: got.headers.get('x-error-code'), error: body.error, body }
    }
    const commit = (revision: string, ...lines: unknown[]) =>
      answer(`/api/models/ada/tides/commit/${revision}`, { method: 'POST', body: ndjson(header, ...lines) })
    return { ...t, repo, first, second, answer, commit }
  }

  test('sentences', async () => {
    await using t = await charted()
    await t.addRepo({ type: 'model', name: 'depths' })
    const post = (path: string, json: unknown) => t.answer(path, { method: 'POST', json })
    const at = '/api/models/ada/tides'
    expect(await post('/api/repos/move', { fromRepo: 'ada/tides', toRepo: 'ada/depths', type: 'model' })).toMatchObject({
      status: 409,
      error: 'A model repository called ada/depths already exists',
    })
    expect(await post(`${at}/duplicate`, { repository: 'ada/depths' })).toMatchObject({
      status: 409,
      error: 'A model repository called ada/depths already exists',
    })
    const stale = ndjson({ key: 'header', value: { summary: 'x', parentCommit: t.first } }, line('f.txt'))
    expect(await t.answer(`${at}/commit/main`, { method: 'POST', body: stale })).toMatchObject({
      status: 412,
      error: 'The branch was updated since you opened this page. Please refresh and try again.',
    })
    expect(await t.answer('/api/models/ada/nope')).toMatchObject({ status: 404, code: 'RepoNotFound', error: 'Repository not found' })
    expect(await post(`${at}/branch/main`, {})).toMatchObject({ status: 409, error: 'Reference refs/heads/main already exists' })
    await post(`${at}/tag/main`, { tag: 'v1' })
    expect(await post(`${at}/tag/main`, { tag: 'v1' })).toMatchObject({ status: 409, error: 'Reference refs/tags/v1 already exists' })
    expect(await post(`${at}/branch/refs%2Fpr%2F5`, {})).toMatchObject({
      status: 400,
      error: expect.stringContaining('Invalid reference for a branch') as string,
    })
    const remove = (path: string) => t.answer(`${at}/${path}`, { method: 'DELETE' })
    expect(await remove('branch/main')).toMatchObject({
      status: 403,
      error: expect.stringContaining('Cannot delete refs/heads/main') as string,
    })
    // A tag is not a branch.
    for (const name of ['branch/nope', 'branch/v1', 'tag/nope', 'tag/main'])
      expect(await remove(name)).toMatchObject({
        status: 404,
        code: 'RevisionNotFound',
        error: expect.stringContaining('Invalid rev id') as string,
      })
    await t.answer(`${at}/settings`, { method: 'PUT', json: { gated: 'auto' } })
    expect(await t.answer('/ada/tides/resolve/main/e.txt', { as: 'eve' })).toMatchObject({
      status: 403,
      code: 'GatedRepo',
      error: expect.stringContaining('Access to model ada/tides is restricted and you are not in the authorized list') as string,
    })
  })

  test('a value that expand, sort and others do not take is answered with those they do', async () => {
    await using t = await charted()
    for (const [path, some] of [
      ['/api/models?expand=nope', '"author"|'],
      ['/api/models/ada/tides?expand=nope', '"author"|'],
      ['/api/spaces?sort=nope', '"lastModified"|'],
      ['/api/models?apps=nope', '"llama.cpp"|'],
      ['/api/collections?sort=nope', '"lastModified"|"trending"|"upvotes"'],
      ['/api/trending?type=nope', '"all"|"model"|"dataset"|"space"'],
      ['/api/models/ada/tides/discussions?type=nope', '"all"|'],
    ] as const) {
      const { status, error } = await t.answer(path)
      expect([path, status, error?.split('expected one of ')[1]]).toEqual([path, 400, expect.stringContaining(some)])
    }
  })

  test('a missing revision comes before the name of the tag', async () => {
    await using t = await charted()
    const tag = (revision: string, name: string) =>
      t.answer(`/api/models/ada/tides/tag/${revision}`, { method: 'POST', json: { tag: name } })
    expect(await tag('foobar', 'invalid tag')).toMatchObject({ status: 404, code: 'RevisionNotFound' })
    expect((await tag('main', 'invalid tag')).status).toBe(400)
  })

  test('a pull request against a commit or a tag is a missing revision, a commit to one a bad request', async () => {
    await using t = await charted()
    await t.answer('/api/models/ada/tides/tag/main', { method: 'POST', json: { tag: 'v1' } })
    for (const revision of [t.second, 'v1', 'nope']) {
      expect(await t.commit(`${revision}?create_pr=1`, line('f.txt'))).toMatchObject({ status: 404, code: 'RevisionNotFound' })
      expect((await t.commit(revision, line('f.txt'))).status).toBe(revision === 'nope' ? 404 : 400)
    }
    expect((await t.answer('/api/models/ada/tides/discussions')).body).toMatchObject({ count: 0 })
  })

  test('deletedFile removes a folder, too', async () => {
    await using t = await charted()
    expect((await t.commit('main', { key: 'deletedFile', value: { path: 'a' } })).status).toBe(200)
    const left = (await (await t.call('/api/models/ada/tides/tree/main?recursive=1')).json()) as { path: string }[]
    expect(left.map(({ path }) => path)).toEqual(['.gitattributes', 'e.txt'])
    expect(await t.commit('main', { key: 'deletedFile', value: { path: 'a' } })).toMatchObject({
      status: 404,
      code: 'EntryNotFound',
      error: expect.stringContaining("A file with this name doesn't exist") as string,
    })
    expect((await t.commit('main', { key: 'deletedFolder', value: { path: 'e.txt' } })).status).toBe(404)
  })

  test('a path with a backslash cannot be processed', async () => {
    await using t = await charted()
    expect(await t.commit('main', line('..\\ddd'))).toMatchObject({ status: 422 })
    expect(await t.commit('main', line('../ddd'))).toMatchObject({ status: 422 })
  })

  test('the start of a commit id is a revision, wherever one is read', async () => {
    await using t = await charted()
    const sha = async (revision: string) => (await t.answer(`/api/models/ada/tides/revision/${revision}`)).body.sha
    for (const digits of [7, 8, 12, 39]) {
      expect(await sha(t.second.slice(0, digits))).toBe(t.second)
      expect(await sha(t.first.slice(0, digits))).toBe(t.first)
    }
    const short = t.second.slice(0, 7)
    expect((await t.answer(`/ada/tides/resolve/${short}/a/c/d.txt`)).error).toBe('d')
    expect((await t.answer(`/api/models/ada/tides/tree/${short}/a/c`)).status).toBe(200)
    expect(
      (await t.answer(`/api/models/ada/tides/branch/old`, { method: 'POST', json: { startingPoint: t.first.slice(0, 7) } })).status,
    ).toBe(201)
    expect(await sha('old')).toBe(t.first)
    expect((await t.answer(`/api/models/ada/tides/compare/${t.first.slice(0, 7)}..${short}`)).error).toContain('+++ b/e.txt')
    // Too short, not hexadecimal, uppercase, of no commit, or of another repo.
    const other = await t.addRepo({ type: 'dataset', name: 'other' })
    for (const no of [t.second.slice(0, 6), `${short.slice(0, 6)}g`, short.toUpperCase(), '0000000', (other.headOid ?? '').slice(0, 7)])
      expect(await t.answer(`/api/models/ada/tides/revision/${no}`)).toMatchObject({ status: 404, code: 'RevisionNotFound' })
    // A branch of that name comes first.
    await t.answer(`/api/models/ada/tides/branch/${short}`, { method: 'POST', json: { startingPoint: t.first } })
    expect(await sha(short)).toBe(t.first)
  })

  test('the commits of a pull request can be squashed while it is open', async () => {
    await using t = await charted()
    const opened = (await t.commit('main?create_pr=1', line('f.txt'))).body as { pullRequestUrl?: string }
    expect(opened.pullRequestUrl).toMatch(/discussions\/1$/)
    await t.commit('refs%2Fpr%2F1', line('g.txt'))
    const squash = (as: string) => t.answer('/api/models/ada/tides/super-squash/refs%2Fpr%2F1', { method: 'POST', json: {}, as })
    expect((await squash('eve')).status).toBe(403)
    expect((await squash('ada')).status).toBe(200)
    expect((await (await t.call('/api/models/ada/tides/commits/refs%2Fpr%2F1')).json()) as unknown[]).toHaveLength(1)
    expect((await t.answer('/ada/tides/resolve/refs%2Fpr%2F1/g.txt')).error).toBe('x')
    // Its files are still those of the branch and its own, so it can be merged.
    expect((await t.answer('/api/models/ada/tides/discussions/1?diff=1')).status).toBe(200)
    expect((await t.answer('/api/models/ada/tides/discussions/1/merge', { method: 'POST' })).status).toBe(200)
    expect((await t.answer('/ada/tides/resolve/main/e.txt')).error).toBe('e')
    expect((await squash('ada')).status).toBe(409)
    expect((await t.answer('/api/models/ada/tides/super-squash/v1', { method: 'POST', json: {} })).status).toBe(404)
  })

  test.for([
    ['.gitmodules', '[submodule "a"]\n\turl = --upload-pack=x\n', 'gitmodulesUrl'],
    ['.gitmodules', '[submodule "a"]\n\turl = https://example.org/%0ahost=evil\n', 'gitmodulesUrl'],
    ['sub/.GitModules', '[submodule "../a"]\n\turl = https://example.org/a.git\n', 'gitmodulesName'],
    ['gitmod~1', '[submodule "a"]\n\tupdate = !rm -rf\n', 'gitmodulesUpdate'],
    ['.gitmodules', '[submodule "a"]\n\tpath = -x\n', 'gitmodulesPath'],
    ['a/.gitattributes', `*.bin ${'x'.repeat(2_100)}\n`, 'gitattributesLineLength'],
  ] as const)('%s that a push is refused for is refused in a commit: %j', async ([path, content, id]) => {
    await using t = await charted()
    const refused = {
      status: 400,
      error: expect.stringMatching(`object fails fsck: ${id}\\. .* \\(object \\w{40} at .*, ${id}\\)\\.$`) as string,
    }
    const head = (await t.answer('/api/models/ada/tides')).body.sha
    const bad = { key: 'file', value: { path, content } }
    expect(await t.commit('main', bad)).toMatchObject(refused)
    expect(await t.commit('main?create_pr=1', line('fine.txt'), bad)).toMatchObject(refused)
    expect(
      await t.commit('main', { key: 'file', value: { path, content: Buffer.from(content).toString('base64'), encoding: 'base64' } }),
    ).toMatchObject(refused)
    const create = { method: 'POST', json: { name: 'new', files: [{ path, content }] } }
    expect(await t.answer('/api/repos/create', create)).toMatchObject(refused)
    // Under another name it is a text like any other, until it gets this one.
    expect((await t.commit('main', { key: 'file', value: { path: 'plain.txt', content } })).status).toBe(200)
    expect(await t.commit('main', { key: 'file', value: { path, oldPath: 'plain.txt' } })).toMatchObject(refused)
    expect((await t.answer('/api/models/ada/nope')).status).toBe(404)
    expect((await t.answer('/api/models/ada/tides')).body.sha).not.toBe(head)
    const fine = '[submodule "a"]\n\tpath = a\n\turl = https://example.org/a.git\n'
    expect((await t.commit('main', { key: 'file', value: { path: '.gitmodules', content: fine } })).status).toBe(200)
  })

  test('an id without an owner is a missing repo', async () => {
    await using t = await charted()
    for (const [method, path] of [
      ['DELETE', 'like'],
      ['POST', 'like'],
      ['POST', 'super-squash/main'],
      ['GET', 'lfs-files'],
      ['GET', 'discussions'],
      ['GET', 'xet-write-token/main'],
    ] as const)
      for (const kind of ['models', 'datasets', 'spaces'])
        expect(await t.answer(`/api/${kind}/gpt2/${path}`, { method })).toMatchObject({ status: 404, code: 'RepoNotFound' })
  })

  test('an error to HEAD has no body, and does not claim one', async () => {
    await using t = await charted()
    for (const [path, status, code] of [
      ['/ada/tides/resolve/main/nope', 404, 'EntryNotFound'],
      ['/ada/nope/resolve/main/nope', 404, 'RepoNotFound'],
      ['/api/models/ada/nope', 404, 'RepoNotFound'],
    ] as const) {
      const answer = await t.call(path, { method: 'HEAD', as: 'ada' })
      expect([path, answer.status, answer.headers.get('content-type'), answer.headers.get('x-error-code')]).toEqual([
        path,
        status,
        null,
        code,
      ])
      expect(answer.headers.get('x-error-message')).toMatch(/./)
      expect(await answer.text()).toBe('')
    }
    expect((await t.call('/ada/tides/info/refs?service=nope', { method: 'HEAD' })).status).toBe(400)
  })
})
