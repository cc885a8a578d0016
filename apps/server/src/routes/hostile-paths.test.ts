import { refNameProblem } from '@portolan/git'
import { expect, test } from 'vitest'
import { file, openTestApp } from '../testing/open-test-app.ts'

/* Paths that took the server seconds to minutes, in which it answered nobody. */

/** Long enough to take hours if time grows with the square. */
const slashes = `x${'/'.repeat(4_000_000)}x`

test('a path of more segments than any address has is refused before anything looks for its page', async () => {
  await using t = await openTestApp({
    pages: () =>
      Promise.resolve({
        handler: (c) => Promise.resolve(c.text(`a page below ${c.req.path.length} characters`)),
        assets: null,
        front: null,
        [Symbol.asyncDispose]: async () => {},
      }),
  })
  for (const path of [`/${'a/'.repeat(641)}`, `/ada/x/tree/main${'/'.repeat(700)}x`, `/api/models/ada/x/tree/main/${'a/'.repeat(700)}`]) {
    const answer = await t.call(path)
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([404, 'route.not_found'])
  }
  expect((await t.call(`/${'a/'.repeat(639)}`)).status).toBe(200)
})

test('the deepest file on the longest branch has an address', async () => {
  await using t = await openTestApp()
  const branch = `a${'/a'.repeat(119)}`
  const path = `${'a/'.repeat(499)}a`
  expect([refNameProblem(`refs/heads/${branch}`), path.length]).toEqual([null, 999])
  const repo = await t.addRepo({ type: 'dataset', name: 'deep', files: { 'a.txt': 'one\n' } })
  expect(
    (await t.call(`/api/datasets/ada/deep/branch/${encodeURIComponent(branch)}`, { as: 'ada', method: 'POST', json: {} })).status,
  ).toBe(201)
  await t.commit(repo, [file(path, 'deep\n')], branch)
  for (const revision of [branch, encodeURIComponent(branch), encodeURIComponent(`refs/heads/${branch}`)]) {
    const answer = await t.call(`/datasets/ada/deep/resolve/${revision}/${path}`)
    expect([answer.status, await answer.text()]).toEqual([200, 'deep\n'])
  }
})

test('paths full of slashes are answered at once', async () => {
  await using t = await openTestApp()
  await t.addRepo({ type: 'model', name: 'x', files: { 'a.txt': 'one\n', 'a/b.txt': 'two\n' } })
  const infos = await t.call('/api/models/ada/x/paths-info/main', { method: 'POST', json: { paths: [slashes, 'a///', 'a.txt//', '///'] } })
  expect(((await infos.json()) as { path: string }[]).map(({ path }) => path)).toEqual(['a', 'a.txt'])
  const lines = [
    { key: 'header', value: { summary: 'slow' } },
    { key: 'deletedFile', value: { path: slashes.slice(-1_000_000) } },
  ]
  const refused = await t.call('/api/models/ada/x/commit/main', {
    as: 'ada',
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson' },
    body: lines.map((line) => JSON.stringify(line)).join('\n'),
  })
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([422, 'commit.invalid_path'])
})

test('messages full of line breaks are listed at once', async () => {
  await using t = await openTestApp()
  const repo = await t.addRepo({ type: 'model', name: 'x', files: { 'a.txt': 'one\n' } })
  await t.call('/api/models/ada/x/commit/main', {
    as: 'ada',
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson' },
    body: [
      { key: 'header', value: { summary: 'a', description: `b${'\n'.repeat(65_000)}c` } },
      { key: 'file', value: { path: 'b.txt', content: 'two' } },
    ]
      .map((line) => JSON.stringify(line))
      .join('\n'),
  })
  const listed = (await (await t.call(`/api/models/${repo.fullName}/commits/main`)).json()) as { title: string; message: string }[]
  expect(listed.map(({ title, message }) => [title, message.length])[0]).toEqual(['a', 65_002])
})
