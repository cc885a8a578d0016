import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { createUser, loadActor } from '../../identity/accounts/index.ts'
import type { UserActor } from '../../foundation/actor/index.ts'
import type { Hub } from '../../hub.ts'
import { recordUpload } from '../../repository/lfs/index.ts'
import { createRepo } from '../../repository/repos/index.ts'
import type { WithContent } from '../../repository/access/index.ts'
import {
  createBranch,
  createTag,
  findEntry,
  getPaths,
  listCommits,
  listFiles,
  listTree,
  readBlob,
  resolveRevision,
} from '../../repository/revisions/index.ts'
import { anotherProcess, databases, openTestHub } from '../../testing/open-test-hub.ts'
import type { CommitOperation } from './operation.ts'
import { createCommit } from './create-commit.ts'
import { exportRepo } from './export-repo.ts'

async function start(hub: Hub): Promise<{ ada: UserActor; repo: WithContent }> {
  const account = await createUser(hub, { name: 'ada', password: null })
  const ada = (await loadActor(hub.db.read, account.id, null)) as UserActor
  return { ada, repo: await createRepo(hub, ada, { type: 'model', name: 'm' }) }
}

const file = (path: string, text: string): CommitOperation => ({ kind: 'file', path, content: Buffer.from(text) })
const commit = (hub: Hub, ada: UserActor, repo: WithContent, ...operations: CommitOperation[]) =>
  createCommit(hub, ada, repo, { revision: 'main', summary: 'x', operations })
const head = async (hub: Hub, repo: WithContent) => (await resolveRevision(hub, repo, 'main')).commitOid

/** Exports the repo, runs `git fsck`, and clones it. @returns the directory of the clone */
async function cloneOf(hub: Hub, repo: WithContent, folder: string): Promise<string> {
  await exportRepo(hub, repo, join(folder, 'bare.git'))
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  expect(git('--git-dir', join(folder, 'bare.git'), 'fsck', '--strict', '--full')).toBe('')
  git('--git-dir', join(folder, 'bare.git'), 'verify-pack', join(folder, 'bare.git/objects/pack/pack-export.pack'))
  git('clone', '-q', join(folder, 'bare.git'), join(folder, 'clone'))
  return join(folder, 'clone')
}

describe.for(databases)('commits under strain on %s', (database) => {
  test('fifty writers of one process all land', async () => {
    await using hub = await openTestHub({ database })
    const { ada, repo } = await start(hub)
    const results = await Promise.all(Array.from({ length: 50 }, (_, i) => commit(hub, ada, repo, file(`f${i}`, `${i}`))))
    expect(new Set(results.map(({ commitOid }) => commitOid)).size).toBe(50)
    expect((await listFiles(hub, repo, await head(hub, repo))).length).toBe(51)
    expect((await listCommits(hub, repo, await head(hub, repo), { page: 0, limit: 1 })).total).toBe(51)
  })

  test('writers of several processes: what was acknowledged is there, the others are told', async () => {
    await using hub = await openTestHub({ database })
    const { ada, repo } = await start(hub)
    const hubs = Array.from({ length: 6 }, () => anotherProcess(hub))
    const landed: string[] = []
    await Promise.all(
      hubs.flatMap((own, h) =>
        Array.from({ length: 5 }, async (_, i) => {
          const path = `h${h}-${i}`
          const failure = await commit(own, ada, repo, file(path, path)).then(
            () => null,
            (error: unknown) => error,
          )
          if (failure === null) landed.push(path)
          else expect(failure).toMatchObject({ code: 'commit.conflict' })
        }),
      ),
    )
    expect(landed.length).toBeGreaterThan(6)
    const files = (await listFiles(hub, repo, await head(hub, repo))).map(({ path }) => path)
    expect(files.filter((path) => path !== '.gitattributes')).toEqual(landed.toSorted())
  })

  test('ten thousand files in one commit, five hundred levels deep, then one more: git clones them', async () => {
    await using hub = await openTestHub({ database })
    const { ada, repo } = await start(hub)
    const deep = `${'d/'.repeat(499)}x`
    await commit(hub, ada, repo, ...Array.from({ length: 10_000 }, (_, i) => file(`n${i % 50}/f${i}.txt`, `${i}`)), file(deep, 'deep'))
    await commit(hub, ada, repo, file('n0/f0.txt', 'changed'))
    const commitOid = await head(hub, repo)
    expect((await findEntry(hub, repo, commitOid, deep))?.size).toBe(4)
    const [entry] = await getPaths(hub, repo, commitOid, [deep], { expand: true })
    expect(entry?.lastCommit?.title).toBe('x')
    const folder = mkdtempSync(join(tmpdir(), 'portolan-strain-'))
    try {
      const clone = await cloneOf(hub, repo, folder)
      expect(readFileSync(join(clone, 'n0/f0.txt'), 'utf8')).toBe('changed')
      expect(readFileSync(join(clone, 'n49/f9999.txt'), 'utf8')).toBe('9999')
      expect(readFileSync(join(clone, deep), 'utf8')).toBe('deep')
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  test('paging goes on when the branch moves and the cursor’s own file is gone', async () => {
    await using hub = await openTestHub({ database })
    const { ada, repo } = await start(hub)
    await commit(hub, ada, repo, file('a', '1'), file('b/c', '2'), file('d', '3'), file('e', '4'))
    const first = await listTree(hub, repo, await head(hub, repo), '', { limit: 3 })
    expect(first.entries.map(({ path }) => path)).toEqual(['b', '.gitattributes', 'a'])
    await commit(hub, ada, repo, { kind: 'delete', path: 'a', scope: 'file' })
    const rest = await listTree(hub, repo, await head(hub, repo), '', { limit: 3, cursor: first.nextCursor })
    expect(rest.entries.map(({ path }) => path)).toEqual(['d', 'e'])
    expect(rest.nextCursor).toBe(null)
    await expect(listTree(hub, repo, await head(hub, repo), '', { recursive: true, cursor: first.nextCursor })).rejects.toMatchObject({
      code: 'query.invalid',
    })
  })

  test('a large file that moves out of the patterns stays one for git', async () => {
    await using hub = await openTestHub({ database })
    const { ada, repo } = await start(hub)
    const blob = await hub.blobs.put(Readable.from([Buffer.from('weights')]), {})
    await hub.db.write((tx) => recordUpload(tx, hub, repo.id, ada.userId, blob))
    await commit(hub, ada, repo, { kind: 'lfs', path: 'old/model.bin', sha256: blob.sha256 }, { kind: 'rename', from: 'old', to: 'new' })
    await commit(hub, ada, repo, { kind: 'rename', from: 'new/model.bin', to: 'model.chart' })
    const commitOid = await head(hub, repo)
    const attributes = await findEntry(hub, repo, commitOid, '.gitattributes')
    const text = (await readBlob(hub, repo, attributes?.oid ?? commitOid)).toString()
    expect(text.endsWith('/model.chart filter=lfs diff=lfs merge=lfs -text\n')).toBe(true)
    expect(text).not.toContain('/old/')
    expect((await findEntry(hub, repo, commitOid, 'model.chart'))?.lfs).toEqual({ sha256: blob.sha256, size: 7, pointerSize: 126 })
  })

  test('a branch and a folder of branches cannot have one name, as nobody could clone them', async () => {
    await using hub = await openTestHub({ database })
    const { ada, repo } = await start(hub)
    await createBranch(hub, ada, repo, { name: 'feat/x' })
    for (const name of ['feat', 'feat/x/y', 'main/x'])
      await expect(createBranch(hub, ada, repo, { name })).rejects.toMatchObject({ code: 'revision.exists' })
    await createTag(hub, ada, repo, { tag: 'v1', revision: 'main' })
    await expect(createTag(hub, ada, repo, { tag: 'v1/x', revision: 'main' })).rejects.toMatchObject({ code: 'revision.exists' })
    await createTag(hub, ada, repo, { tag: 'feat', revision: 'main' })
  })

  test('everything deleted leaves an empty tree that git accepts, and files can come back', async () => {
    await using hub = await openTestHub({ database })
    const { ada, repo } = await start(hub)
    await commit(hub, ada, repo, { kind: 'delete', path: '.gitattributes', scope: 'entry' })
    expect((await listTree(hub, repo, await head(hub, repo), '')).entries).toEqual([])
    await commit(hub, ada, repo, file('a/b', '1'))
    await commit(hub, ada, repo, { kind: 'delete', path: 'a/b', scope: 'file' }, file('c', '2'))
    expect((await listTree(hub, repo, await head(hub, repo), '')).entries.map(({ path }) => path)).toEqual(['c'])
    const folder = mkdtempSync(join(tmpdir(), 'portolan-strain-'))
    try {
      expect(readFileSync(join(await cloneOf(hub, repo, folder), 'c'), 'utf8')).toBe('2')
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  test('a message without end is refused', async () => {
    await using hub = await openTestHub({ database })
    const { ada, repo } = await start(hub)
    await expect(
      createCommit(hub, ada, repo, { revision: 'main', summary: 'x', description: 'y'.repeat(70_000), operations: [file('a', '')] }),
    ).rejects.toMatchObject({ code: 'commit.invalid_operation' })
  })
})

test.for(['git~1/config', '.git./hooks', '.git /x', '.GIT::$INDEX_ALLOCATION/x', 'a/.g\u200cit/config'])(
  'the path %j, which some systems take for .git, is refused',
  async (path) => {
    await using hub = await openTestHub({ database: 'sqlite' })
    const { ada, repo } = await start(hub)
    await expect(commit(hub, ada, repo, file(path, ''))).rejects.toMatchObject({ code: 'commit.invalid_path' })
  },
)
