import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createTag, exportRepo, recordUpload, type WithContent } from '@portolan/hub'
import { databases } from '@portolan/hub/testing'
import { describe, expect, test } from 'vitest'
import { file, openTestApp, type TestApp } from '../../testing/open-test-app.ts'

async function storeLarge(t: TestApp, repo: WithContent, text: string): Promise<string> {
  const blob = await t.hub.blobs.put(Readable.from([Buffer.from(text)]), {})
  await t.hub.db.write((tx) => recordUpload(tx, t.hub, repo.id, t.actors.ada.userId, blob))
  return blob.sha256
}

/** The commits of a branch, according to the API. */
async function commitsOf(t: TestApp, path: string, revision = 'main'): Promise<{ id: string; title: string }[]> {
  return (await (await t.call(`/api/${path}/commits/${revision}`, { as: 'ada' })).json()) as { id: string; title: string }[]
}

/** Exports the repo to a copy that passes `git fsck`, and runs a command in it. @returns the output of the command */
async function inGit(t: TestApp, repo: WithContent, ...command: string[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'portolan-history-'))
  try {
    await exportRepo(t.hub, repo, join(folder, 'repo.git'))
    const git = (...args: string[]) => execFileSync('git', ['-C', join(folder, 'repo.git'), ...args], { encoding: 'utf8', stdio: 'pipe' })
    git('fsck', '--strict')
    return git(...command)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe.for(databases)('histories rewritten on %s', (database) => {
  test('a squash leaves one commit with the same files, and what the hub knows of the repo', async () => {
    await using t = await openTestApp({ database })
    const repo = await t.addRepo({ type: 'model', name: 'm', files: { 'README.md': '---\nlicense: mit\n---\n' } })
    await t.commit(repo, [file('a.txt', '1')])
    await t.commit(repo, [file('a.txt', '2'), file('b/c.txt', '3')])
    const info = async () =>
      (await (await t.call('/api/models/ada/m?expand=sha&expand=tags&expand=usedStorage&expand=siblings')).json()) as {
        usedStorage: number
      }
    const before = await info()
    const answer = await t.call('/api/models/ada/m/super-squash/main', { method: 'POST', as: 'ada', json: { message: 'One commit' } })
    expect(answer.status).toBe(200)
    const { commitId } = (await answer.json()) as { commitId: string }
    const after = await info()
    // The branch's old content stays until garbage collection frees it, plus one new commit.
    expect(after).toEqual({ ...before, sha: commitId, usedStorage: expect.any(Number) as number })
    expect(after.usedStorage).toBeGreaterThan(before.usedStorage)
    expect(await commitsOf(t, 'models/ada/m')).toMatchObject([{ id: commitId, title: 'One commit' }])
    expect(await inGit(t, repo, 'log', '--oneline', '--format=%s', 'main')).toBe('One commit\n')
    expect((await t.commit(repo, [file('d.txt', '4')])).length).toBe(40)
  })

  test('a squash asks for a branch and the right to write', async () => {
    await using t = await openTestApp({ database })
    const repo = await t.addRepo({ type: 'model', name: 'm' })
    await t.addRepo({ type: 'model', name: 'secret', visibility: 'private' })
    const squash = async (path: string, as: string, json: unknown = {}) =>
      (await t.call(`/api/models/${path}`, { method: 'POST', as, json })).status
    expect(await squash('ada/m/super-squash/main', 'eve')).toBe(403)
    expect(await squash('ada/secret/super-squash/main', 'eve')).toBe(404)
    expect(await squash('ada/m/super-squash/nope', 'ada')).toBe(404)
    expect(await squash(`ada/m/super-squash/${repo.headOid}`, 'ada')).toBe(400)
    expect(await squash('ada/m/super-squash/main', 'ada', { message: 'x'.repeat(501) })).toBe(400)
  })

  test('large files are listed with their place, and leave every history they are in', async () => {
    await using t = await openTestApp({ database })
    const repo = await t.addRepo({ type: 'model', name: 'm' })
    const [kept, dropped, former] = [
      await storeLarge(t, repo, 'kept'),
      await storeLarge(t, repo, 'dropped'),
      await storeLarge(t, repo, 'former'),
    ]
    await t.commit(repo, [
      { kind: 'lfs', path: 'keep.bin', sha256: kept },
      { kind: 'lfs', path: 'deep/old.bin', sha256: former },
    ])
    await t.commit(repo, [
      { kind: 'lfs', path: 'only/drop.bin', sha256: dropped },
      { kind: 'delete', path: 'deep', scope: 'folder' },
    ])
    await createTag(t.hub, t.actors.ada, repo, { tag: 'v1', revision: 'main', message: 'Has it' })
    await t.commit(repo, [file('a.txt', 'later')])
    const list = async () =>
      (await (await t.call('/api/models/ada/m/lfs-files', { as: 'ada' })).json()) as { filename: string; oid: string }[]
    expect((await list()).toSorted((a, b) => (a.filename < b.filename ? -1 : 1))).toMatchObject([
      { filename: 'deep/old.bin', oid: former, fileOid: former, size: 6 },
      { filename: 'keep.bin', oid: kept, ref: 'refs/heads/main' },
      { filename: 'only/drop.bin', oid: dropped, pushedAt: expect.stringMatching(/Z$/) as string },
    ])
    const [first] = await list()
    const page = await t.call('/api/models/ada/m/lfs-files?limit=1', { as: 'ada' })
    expect(await page.json()).toEqual([first])
    const next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? ''
    expect(((await (await t.call(next, { as: 'ada' })).json()) as object[]).length).toBe(1)

    const json = { deletions: { sha: [dropped, former, 'f'.repeat(64)], rewriteHistory: true } }
    const answer = await t.call('/api/models/ada/m/lfs-files/batch', { method: 'POST', as: 'ada', json })
    expect(answer.status).toBe(200)
    expect(new Set(((await answer.json()) as { deleted: string[] }).deleted)).toEqual(new Set([dropped, former]))
    expect(await list()).toMatchObject([{ filename: 'keep.bin' }])
    expect((await commitsOf(t, 'models/ada/m')).length).toBe(4)
    const files = await inGit(t, repo, 'log', '--all', '--name-only', '--format=')
    expect(new Set(files.split('\n').filter(Boolean))).toEqual(new Set(['.gitattributes', 'keep.bin', 'a.txt']))
    expect(await inGit(t, repo, 'cat-file', '-p', 'v1')).toContain('Has it')
    expect(await inGit(t, repo, 'ls-tree', '-r', '--name-only', 'v1')).not.toContain('drop.bin')
    const size = (await (await t.call('/api/models/ada/m?expand=usedStorage')).json()) as { usedStorage: number }
    expect(size.usedStorage).toBeGreaterThan(0)
  })

  test('large files are copied to another repo without being sent, by those who may read the one and write to the other', async () => {
    await using t = await openTestApp({ database })
    const source = await t.addRepo({ type: 'model', name: 'm', visibility: 'private' })
    const target = await t.addRepo({ type: 'dataset', name: 'd' })
    expect((await t.call('/api/repos/create', { method: 'POST', as: 'eve', json: { name: 'theirs' } })).status).toBe(200)
    const sha256 = await storeLarge(t, source, 'large')
    await t.commit(source, [{ kind: 'lfs', path: 'x.bin', sha256 }])
    const unknown = 'f'.repeat(64)
    const ask = async (as: 'ada' | 'eve', to = { type: 'dataset', name: 'ada/d' }) => {
      const json = { target: to, files: [{ sha256, filename: 'x.bin' }, { sha256: unknown }] }
      const answer = await t.call('/api/models/ada/m/lfs-files/duplicate', { method: 'POST', as, json })
      return [answer.status, await answer.json()] as const
    }
    // Knowing only the hash grants no access, not even in one's own repo.
    expect((await ask('eve', { type: 'model', name: 'eve/theirs' }))[0]).toBe(404)
    expect((await ask('ada', { type: 'model', name: 'eve/theirs' }))[0]).toBe(403)
    await expect(t.commit(target, [{ kind: 'lfs', path: 'y.bin', sha256 }])).rejects.toMatchObject({ code: 'commit.lfs_missing' })
    const [status, body] = await ask('ada')
    expect([status, body]).toMatchObject([200, { success: false, failed: [{ sha256: unknown }] }])
    await t.commit(target, [{ kind: 'lfs', path: 'y.bin', sha256 }])
    const copied = await t.call('/datasets/ada/d/resolve/main/y.bin', { as: 'ada' })
    expect([copied.status, await copied.text()]).toEqual([200, 'large'])
  })

  test('without rewriting, commits keep their ids and the file is not there any more', async () => {
    await using t = await openTestApp({ database })
    const repo = await t.addRepo({ type: 'model', name: 'm' })
    const sha256 = await storeLarge(t, repo, 'large')
    const commit = await t.commit(repo, [{ kind: 'lfs', path: 'x.bin', sha256 }])
    expect((await t.call('/ada/m/resolve/main/x.bin')).status).toBe(200)
    const path = `/api/models/ada/m/lfs-files/${sha256}?rewriteHistory=false`
    expect((await t.call(path, { method: 'DELETE', as: 'eve' })).status).toBe(403)
    expect((await t.call(path, { method: 'DELETE', as: 'ada' })).status).toBe(200)
    expect((await t.call(path, { method: 'DELETE', as: 'ada' })).status).toBe(404)
    expect((await commitsOf(t, 'models/ada/m'))[0]?.id).toBe(commit)
    expect((await t.call('/ada/m/resolve/main/x.bin')).status).toBe(404)
    // Knowing only the hash grants no access.
    const again = t.commit(repo, [{ kind: 'lfs', path: 'y.bin', sha256 }])
    await expect(again).rejects.toMatchObject({ code: 'commit.lfs_missing' })
  })

  test('a duplicate has branches, tags, large files and the gate, and nothing of what people said and did', async () => {
    await using t = await openTestApp({ database })
    const repo = await t.addRepo({ type: 'model', name: 'm', files: { 'README.md': '---\nlicense: mit\ntags: [tides]\n---\n' } })
    const sha256 = await storeLarge(t, repo, 'large')
    const head = await t.commit(repo, [{ kind: 'lfs', path: 'x.bin', sha256 }])
    await createTag(t.hub, t.actors.ada, repo, { tag: 'v1', revision: 'main' })
    await t.call('/api/models/ada/m/like', { method: 'POST', as: 'mia' })
    const duplicate = (as: string, json: unknown, from = 'models/ada/m') => t.call(`/api/${from}/duplicate`, { method: 'POST', as, json })
    const answer = await duplicate('eve', { repository: 'eve/copy' })
    expect([answer.status, await answer.json()]).toMatchObject([200, { url: 'http://localhost/eve/copy' }])
    const info = (await (await t.call('/api/models/eve/copy')).json()) as Record<string, unknown>
    expect(info).toMatchObject({ sha: head, likes: 0, private: false, tags: expect.arrayContaining(['tides', 'license:mit']) as unknown })
    expect(await (await t.call('/eve/copy/resolve/v1/x.bin')).text()).toBe('large')
    expect(await (await t.call('/api/models?filter=tides')).json()).toHaveLength(2)
    expect((await duplicate('eve', { repository: 'eve/copy' })).status).toBe(409)
    expect((await (await duplicate('eve', { repository: 'eve/copy' })).json()) as object).toMatchObject({
      url: 'http://localhost/eve/copy',
    })
    expect((await duplicate('eve', { repository: 'ada/other' })).status).toBe(403)
    expect((await duplicate('eve', { repository: 'nonsense' })).status).toBe(400)
    // The copy is independent of the source.
    await t.call('/api/repos/delete', { method: 'DELETE', as: 'ada', json: { name: 'm' } })
    expect(await (await t.call('/eve/copy/resolve/main/x.bin')).text()).toBe('large')
  })

  test('what one may not read one may not duplicate', async () => {
    await using t = await openTestApp({ database })
    await t.addRepo({ type: 'dataset', name: 'secret', visibility: 'private' })
    await t.addRepo({ type: 'dataset', name: 'gated' })
    await t.call('/api/datasets/ada/gated/settings', { method: 'PUT', as: 'ada', json: { gated: 'manual' } })
    const duplicate = (as: string, name: string, json: object) =>
      t.call(`/api/datasets/ada/${name}/duplicate`, { method: 'POST', as, json })
    expect((await duplicate('eve', 'secret', { repository: 'eve/s' })).status).toBe(404)
    expect((await duplicate('eve', 'gated', { repository: 'eve/g' })).status).toBe(403)
    expect((await duplicate('ada', 'gated', { repository: 'ada/g' })).status).toBe(200)
    expect(((await (await t.call('/api/datasets/ada/g')).json()) as { gated: string }).gated).toBe('manual')
    expect((await duplicate('ada', 'secret', { repository: 'ada/s' })).status).toBe(200)
    expect((await t.call('/api/datasets/ada/s', { as: 'eve' })).status).toBe(404)
  })
})
