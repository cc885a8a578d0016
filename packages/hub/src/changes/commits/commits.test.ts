import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { createUser, loadActor } from '../../identity/accounts/index.ts'
import type { UserActor } from '../../foundation/actor/index.ts'
import type { Hub } from '../../hub.ts'
import { recordUpload } from '../../repository/lfs/index.ts'
import { createRepo, readRepoFacts } from '../../repository/repos/index.ts'
import { findRepo, type WithContent } from '../../repository/access/index.ts'
import {
  createBranch,
  createTag,
  listCommits,
  listRefs,
  listTree,
  readBlob,
  resolveRevision,
  splitRevisionPath,
} from '../../repository/revisions/index.ts'
import { databases, openTestHub } from '../../testing/open-test-hub.ts'
import type { CommitOperation } from './operation.ts'
import { createCommit } from './create-commit.ts'
import { exportRepo } from './export-repo.ts'

async function start(hub: Hub): Promise<{ ada: UserActor; repo: WithContent }> {
  const account = await createUser(hub, { name: 'ada', password: null })
  const ada = await loadActor(hub.db.read, account.id, null)
  if (!ada) throw new Error('no ada')
  return { ada, repo: await createRepo(hub, ada, { type: 'model', name: 'm' }) }
}

const file = (path: string, text: string): CommitOperation => ({ kind: 'file', path, content: Buffer.from(text) })

async function paths(hub: Hub, repo: WithContent, revision = 'main'): Promise<string[]> {
  const { commitOid } = await resolveRevision(hub, repo, revision)
  return (await listTree(hub, repo, commitOid, '', { recursive: true })).entries
    .filter(({ type }) => type === 'file')
    .map(({ path }) => path)
}

async function storeLarge(hub: Hub, repo: WithContent, user: UserActor, content: Buffer): Promise<string> {
  const blob = await hub.blobs.put(Readable.from([content]), {})
  await hub.db.write((tx) => recordUpload(tx, hub, repo.id, user.userId, blob))
  return blob.sha256
}

describe.for(databases)('commits on %s', (database) => {
  test('adds, replaces, moves and deletes; a folder gives way to a file and the other way round', async () => {
    await using hub = await openTestHub({ database })
    const { ada, repo } = await start(hub)
    const commit = (...operations: CommitOperation[]) => createCommit(hub, ada, repo, { revision: 'main', summary: 'x', operations })
    await commit(file('a/b/c.txt', '1'), file('a/d.txt', '2'), file('ü ber/x y.txt', '3'))
    expect(await paths(hub, repo)).toEqual(['.gitattributes', 'a/b/c.txt', 'a/d.txt', 'ü ber/x y.txt'])
    await commit({ kind: 'delete', path: 'a/', scope: 'folder' }, file('a', 'now a file'), { kind: 'rename', from: 'ü ber', to: 'z' })
    expect(await paths(hub, repo)).toEqual(['.gitattributes', 'a', 'z/x y.txt'])
    await commit(file('a/deep/er.txt', 'a folder again'))
    expect(await paths(hub, repo)).toEqual(['.gitattributes', 'a/deep/er.txt', 'z/x y.txt'])
    await expect(commit({ kind: 'delete', path: 'nope', scope: 'file' })).rejects.toMatchObject({ code: 'commit.file_missing' })
    await expect(commit({ kind: 'delete', path: 'a', scope: 'file' })).rejects.toMatchObject({ code: 'commit.file_missing' })
  })

  test('nothing changed means no commit', async () => {
    await using hub = await openTestHub({ database })
    const { ada, repo } = await start(hub)
    const first = await createCommit(hub, ada, repo, { revision: 'main', summary: 'x', operations: [file('a', '1')] })
    const second = await createCommit(hub, ada, repo, { revision: 'main', summary: 'x', operations: [file('a', '1')] })
    expect(second).toEqual({ commitOid: first.commitOid, parentOid: first.commitOid, changed: false, pullRequest: null })
  })

  test('a stale parent is refused, the right one is taken', async () => {
    await using hub = await openTestHub({ database })
    const { ada, repo } = await start(hub)
    const old = (await resolveRevision(hub, repo, 'main')).commitOid
    const first = await createCommit(hub, ada, repo, { revision: 'main', parentCommit: old, summary: 'x', operations: [file('a', '1')] })
    await expect(
      createCommit(hub, ada, repo, { revision: 'main', parentCommit: old, summary: 'x', operations: [file('b', '1')] }),
    ).rejects.toMatchObject({
      code: 'commit.stale_parent',
    })
    await createCommit(hub, ada, repo, { revision: 'main', parentCommit: first.commitOid, summary: 'x', operations: [file('b', '1')] })
    expect(await paths(hub, repo)).toEqual(['.gitattributes', 'a', 'b'])
  })

  test('many writers at once: every acknowledged commit is in the history, and every file in the tree', async () => {
    await using hub = await openTestHub({ database })
    const { ada, repo } = await start(hub)
    const results = await Promise.allSettled(
      Array.from({ length: 24 }, (_, i) =>
        createCommit(hub, ada, repo, { revision: 'main', summary: `c${i}`, operations: [file(`f${i}`, `${i}`)] }),
      ),
    )
    const landed = results.flatMap((result, i) => (result.status === 'fulfilled' ? [i] : []))
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'commit.conflict' })
    expect(landed.length).toBeGreaterThan(0)
    expect((await paths(hub, repo)).filter((path) => path !== '.gitattributes').sort()).toEqual(landed.map((i) => `f${i}`).sort())
    const head = (await resolveRevision(hub, repo, 'main')).commitOid
    expect((await listCommits(hub, repo, head, { page: 0, limit: 100 })).total).toBe(landed.length + 1)
  })

  test.for(['../x', '/x', 'a//b', '.git/config', 'a/.GIT/x', 'a\\b', '', 'a/../../b', 'a\0b'])('the path %j is refused', async (path) => {
    await using hub = await openTestHub({ database })
    const { ada, repo } = await start(hub)
    await expect(createCommit(hub, ada, repo, { revision: 'main', summary: 'x', operations: [file(path, '')] })).rejects.toMatchObject({
      code: 'commit.invalid_path',
    })
  })

  test('a large file can be committed only by who brought it, and gets an attribute line when no rule covers it', async () => {
    await using hub = await openTestHub({ database })
    const { ada, repo } = await start(hub)
    const bobAccount = await createUser(hub, { name: 'bob', password: null })
    const bob = (await loadActor(hub.db.read, bobAccount.id, null)) as UserActor
    const theirs = await createRepo(hub, bob, { type: 'model', name: 'm' })
    const sha256 = await storeLarge(hub, repo, ada, Buffer.from('large'))
    const operations: CommitOperation[] = [{ kind: 'lfs', path: 'big file.dat', sha256 }]
    await expect(createCommit(hub, bob, theirs, { revision: 'main', summary: 'x', operations })).rejects.toMatchObject({
      code: 'commit.lfs_missing',
    })
    await createCommit(hub, ada, repo, { revision: 'main', summary: 'x', operations })
    const { commitOid } = await resolveRevision(hub, repo, 'main')
    const [attributes, entry] = (await listTree(hub, repo, commitOid, '')).entries
    expect(entry).toMatchObject({ path: 'big file.dat', size: 5, lfs: { sha256, size: 5, pointerSize: 126 } })
    expect((await readBlob(hub, repo, attributes?.oid ?? commitOid)).toString()).toContain(
      '/big[[:space:]]file.dat filter=lfs diff=lfs merge=lfs -text\n',
    )
  })

  test('facts, search columns and storage follow the default branch, and only it', async () => {
    await using hub = await openTestHub({ database })
    const { ada, repo } = await start(hub)
    const card = '---\nlicense: mit\nlanguage: en\npipeline_tag: text-generation\ntags: [sea]\n---\n# Chart\n\nA *model* of the sea.\n'
    await createCommit(hub, ada, repo, {
      revision: 'main',
      summary: 'card',
      operations: [
        file('README.md', card),
        file('config.json', '{"architectures":["LlamaForCausalLM"],"model_type":"llama"}'),
        file('tokenizer.json', '{}'),
      ],
    })
    await createBranch(hub, ada, repo, { name: 'feat/x' })
    await createCommit(hub, ada, repo, {
      revision: 'feat/x',
      summary: 'other',
      operations: [file('README.md', '---\nlicense: apache-2.0\n---\n')],
    })
    const now = await findRepo(hub, ada, 'model', 'ada/m')
    expect(now?.repo).toMatchObject({
      license: 'mit',
      pipelineTag: 'text-generation',
      library: 'transformers',
      summary: 'A model of the sea.',
    })
    expect(now?.repo.tags).toEqual(['transformers', 'llama', 'text-generation', 'en', 'license:mit', 'sea'])
    expect(await readRepoFacts(hub, repo)).toMatchObject({
      transformersInfo: { auto_model: 'AutoModelForCausalLM', processor: 'AutoTokenizer', pipeline_tag: 'text-generation' },
    })
  })

  test('a malformed card is refused in words, with the line', async () => {
    await using hub = await openTestHub({ database })
    const { ada, repo } = await start(hub)
    const bomb = `---\na: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefghij'
      .split('')
      .map((c, i) => `${c}: &${c} [${Array(9).fill(`*${'abcdefghi'[i]}`).join(',')}]`)
      .join('\n')}\n---\n`
    for (const text of ['---\n: : [\n---\n', '---\n- a\n---\n', bomb]) {
      await expect(
        createCommit(hub, ada, repo, { revision: 'main', summary: 'x', operations: [file('README.md', text)] }),
      ).rejects.toMatchObject({ code: 'commit.invalid_card' })
    }
    expect(await paths(hub, repo)).toEqual(['.gitattributes'])
  })

  test('revisions and paths with slashes are told apart by the longest ref', async () => {
    await using hub = await openTestHub({ database })
    const { ada, repo } = await start(hub)
    await createBranch(hub, ada, repo, { name: 'feat' })
    await createBranch(hub, ada, repo, { name: 'v/1.0' })
    await createTag(hub, ada, repo, { tag: 't/1', revision: 'main', message: 'annotated' })
    expect(await splitRevisionPath(hub, repo, 'feat/x/y')).toMatchObject({ revision: 'feat', path: 'x/y' })
    expect(await splitRevisionPath(hub, repo, 'v/1.0/a b')).toMatchObject({ revision: 'v/1.0', path: 'a b' })
    const { commitOid } = await resolveRevision(hub, repo, 'main')
    expect(await splitRevisionPath(hub, repo, 't/1/f')).toMatchObject({ revision: 't/1', path: 'f', commitOid })
    await expect(splitRevisionPath(hub, repo, 'nope/f')).rejects.toMatchObject({ code: 'revision.not_found' })
    await expect(createCommit(hub, ada, repo, { revision: 't/1', summary: 'x', operations: [] })).rejects.toMatchObject({
      code: 'revision.not_a_branch',
    })
    expect((await listRefs(hub, repo)).tags).toEqual([{ name: 't/1', ref: 'refs/tags/t/1', targetCommit: commitOid }])
  })

  test('pages of a large tree hold every file once', async () => {
    await using hub = await openTestHub({ database })
    const { ada, repo } = await start(hub)
    const operations = Array.from({ length: 2_300 }, (_, i) => file(`d${i % 7}/f${i}.txt`, `${i}`))
    await createCommit(hub, ada, repo, { revision: 'main', summary: 'many', operations })
    const { commitOid } = await resolveRevision(hub, repo, 'main')
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page = await listTree(hub, repo, commitOid, '', { recursive: true, limit: 1000, cursor })
      seen.push(...page.entries.filter(({ type }) => type === 'file').map(({ path }) => path))
      cursor = page.nextCursor
    } while (cursor !== null)
    expect(new Set(seen).size).toBe(2_301)
    expect(seen.length).toBe(2_301)
  })

  test('the last commit of each entry', async () => {
    await using hub = await openTestHub({ database })
    const { ada, repo } = await start(hub)
    for (const name of ['a', 'b', 'a']) {
      hub.tick(60_000)
      await createCommit(hub, ada, repo, {
        revision: 'main',
        summary: `touch ${name}`,
        operations: [file(`${name}/x`, String(hub.now().getTime()))],
      })
    }
    const { commitOid } = await resolveRevision(hub, repo, 'main')
    const { entries } = await listTree(hub, repo, commitOid, '', { expand: true })
    expect(entries.map(({ path, lastCommit }) => [path, lastCommit?.title])).toEqual([
      ['a', 'touch a'],
      ['b', 'touch b'],
      ['.gitattributes', 'initial commit'],
    ])
  })

  test('git accepts an export: fsck is clean and a clone has the same bytes', async () => {
    await using hub = await openTestHub({ database })
    const { ada, repo } = await start(hub)
    await createCommit(hub, ada, repo, {
      revision: 'main',
      summary: 'one\nline',
      description: 'more <b>\n',
      operations: [file('deep/er/ü.txt', 'ü\n'), file('empty', '')],
    })
    await createTag(hub, ada, repo, { tag: 'v1', revision: 'main', message: 'first' })
    await createCommit(hub, ada, repo, {
      revision: 'main',
      summary: 'two',
      operations: [file('a.b', '1'), file('a/b', '2'), file('a-b', '3')],
    })
    const folder = mkdtempSync(join(tmpdir(), 'portolan-export-'))
    const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
    try {
      const { pack } = await exportRepo(hub, repo, join(folder, 'm.git'))
      git('index-pack', '--strict', pack)
      expect(git('--git-dir', join(folder, 'm.git'), 'fsck', '--strict', '--full')).toBe('')
      git('clone', '-q', join(folder, 'm.git'), join(folder, 'clone'))
      expect(execFileSync('cat', [join(folder, 'clone/deep/er/ü.txt')]).toString()).toBe('ü\n')
      expect(git('-C', join(folder, 'clone'), 'log', '--format=%an|%s').trim().split('\n')).toEqual([
        'ada|two',
        'ada|one line',
        'ada|initial commit',
      ])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
