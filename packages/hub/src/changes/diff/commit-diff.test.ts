import type { Oid } from '@portolan/git'
import { describe, expect, test } from 'vitest'
import { createUser, loadActor } from '../../identity/accounts/index.ts'
import type { UserActor } from '../../foundation/actor/index.ts'
import { type CommitOperation, createCommit } from '../commits/index.ts'
import type { Hub } from '../../hub.ts'
import { createRepo } from '../../repository/repos/index.ts'
import type { WithContent } from '../../repository/access/index.ts'
import { createBranch, divergence, mergeBase, resolveRevision } from '../../repository/revisions/index.ts'
import { databases, openTestHub } from '../../testing/open-test-hub.ts'
import { type RealGit, realGit } from '../../testing/real-git.ts'
import { changedFiles, rawDiff, unifiedDiff } from './commit-diff.ts'
import { parseCompareSpec, resolveCompare } from './compare-spec.ts'

async function start(hub: Hub): Promise<{ ada: UserActor; repo: WithContent; commit: (...operations: CommitOperation[]) => Promise<Oid> }> {
  const account = await createUser(hub, { name: 'ada', password: null })
  const ada = await loadActor(hub.db.read, account.id, null)
  if (!ada) throw new Error('no ada')
  const repo = await createRepo(hub, ada, { type: 'model', name: 'm' })
  const commit = async (...operations: CommitOperation[]) =>
    (await createCommit(hub, ada, repo, { revision: 'main', summary: 'x', operations })).commitOid
  return { ada, repo, commit }
}

const file = (path: string, content: string | Buffer): CommitOperation => ({ kind: 'file', path, content: Buffer.from(content) })
const remove = (path: string): CommitOperation => ({ kind: 'delete', path, scope: 'file' })

async function patchOf(hub: Hub, repo: WithContent, base: Oid | null, head: Oid): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of unifiedDiff(hub, repo, base, head, { binary: true })) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** The tree git produces from the old commit and our patch. */
function appliedTree(real: RealGit, base: Oid | null, patch: Buffer): string {
  real.git(base === null ? ['read-tree', '--empty'] : ['read-tree', base])
  if (patch.length > 0) real.git(['apply', '--cached', '--binary', '-'], patch)
  return real.git(['write-tree']).toString().trim()
}

const lines = (count: number, name: string) => Array.from({ length: count }, (_, i) => `${name} ${i}\n`).join('')

describe.for(databases)('the change between two commits on %s', (database) => {
  test('patch and list are those of git, byte for byte, where there is one way to tell it', async () => {
    await using hub = await openTestHub({ database })
    const { repo, commit } = await start(hub)
    const first = await commit(
      file('a.txt', lines(50, 'a')),
      file('dir/b b.txt', lines(20, 'b')),
      file('\u00fc"quoted".txt', 'x\n'),
      file('gone.txt', 'gone\n'),
      file('empty.txt', ''),
      file('bytes.bin', Buffer.from([0, 1, 2])),
      file('moved/here.txt', lines(30, 'm')),
      file('.gitattributes', '* text=auto\n'),
    )
    const second = await commit(
      file('a.txt', lines(50, 'a').replace('a 10\n', 'A ten\n').replace('a 40\n', '')),
      file('dir/b b.txt', `${lines(20, 'b')}no end`),
      file('\u00fc"quoted".txt', 'y\n'),
      remove('gone.txt'),
      remove('empty.txt'),
      file('new/empty.txt', ''),
      file('new/file.txt', 'new\n'),
      file('bytes.bin', Buffer.from([0, 3])),
      { kind: 'rename', from: 'moved/here.txt', to: 'elsewhere/here.txt' },
    )
    using real = await realGit(hub, repo)
    const theirs = real.git(['diff', '--full-index', '--binary', '-M', first, second])
    expect((await patchOf(hub, repo, first, second)).toString('latin1')).toBe(theirs.toString('latin1'))
    expect(await rawDiff(hub, repo, first, second)).toBe(real.git(['diff', '--raw', '--no-abbrev', '-M', first, second]).toString())
    expect(await rawDiff(hub, repo, null, first)).toBe(
      real
        .git([
          'diff-tree',
          '--root',
          '-r',
          '--raw',
          '--no-abbrev',
          '--no-commit-id',
          '-M',
          '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
          first,
        ])
        .toString(),
    )
  })

  test('a file that moved and changed a little is renamed; one that changed much is not', async () => {
    await using hub = await openTestHub({ database })
    const { repo, commit } = await start(hub)
    const first = await commit(file('old.txt', lines(40, 'line')), file('other.txt', lines(40, 'word')))
    const second = await commit(
      remove('old.txt'),
      file('new.txt', lines(40, 'line').replace('line 3\n', 'three\n')),
      remove('other.txt'),
      file('unlike.txt', lines(40, 'else')),
    )
    const files = await changedFiles(hub, repo, first, second)
    expect(files.map(({ status, oldPath, path }) => [status, oldPath, path])).toEqual([
      ['renamed', 'old.txt', 'new.txt'],
      ['removed', null, 'other.txt'],
      ['added', null, 'unlike.txt'],
    ])
    using real = await realGit(hub, repo)
    const tree = real
      .git(['rev-parse', `${second}^{tree}`])
      .toString()
      .trim()
    expect(appliedTree(real, first, await patchOf(hub, repo, first, second))).toBe(tree)
  })

  test('comparing since the merge base, from a parent, of unrelated histories', async () => {
    await using hub = await openTestHub({ database })
    const { ada, repo, commit } = await start(hub)
    const base = await commit(file('a', '1\n'))
    await createBranch(hub, ada, repo, { name: 'feat/x' })
    await createBranch(hub, ada, repo, { name: 'lone', empty: true })
    const main = await commit(file('a', '2\n'))
    const side = (await createCommit(hub, ada, repo, { revision: 'feat/x', summary: 'x', operations: [file('b', '1\n')] })).commitOid
    const resolve = (spec: string) => resolveCompare(hub, repo, parseCompareSpec(spec))
    expect(await resolve('main...feat/x')).toMatchObject({ base, fromOid: main, head: side })
    expect(await resolve('main..feat/x')).toMatchObject({ base: main, head: side })
    expect(await resolve(`${main}^..${main}`)).toMatchObject({ base, head: main })
    expect(await resolve('lone^..lone')).toMatchObject({ base: null })
    expect(await resolve('...feat/x')).toMatchObject({ base, head: side })
    await expect(resolve('main...lone')).rejects.toMatchObject({ code: 'compare.unrelated' })
    await expect(resolve('main..nope')).rejects.toMatchObject({ code: 'revision.not_found' })
    for (const spec of ['main', '', 'a....b', 'a..b..c', 'a...b...c']) expect(() => parseCompareSpec(spec)).toThrow(/rev1\.\.rev2/)
    expect(await mergeBase(hub, repo, main, side)).toBe(base)
    expect(await divergence(hub, repo, side, main)).toEqual({ ahead: [side], behind: [main] })
    const { commitOid } = await resolveRevision(hub, repo, 'lone')
    expect(await mergeBase(hub, repo, main, commitOid)).toBe(null)
  })
})

test('git apply makes the new tree of the old one and our patch, for random changes', async () => {
  await using hub = await openTestHub()
  const { repo, commit } = await start(hub)
  let seed = 7
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
  const paths = ['a', 'b/c', 'b/d e', 'b/\u00e9"', 'x/y/z', 'top', 'top2']
  const content = () =>
    random(6) === 0
      ? Buffer.from(Array.from({ length: random(3_000) }, () => random(256)))
      : Buffer.from(
          Array.from({ length: random(40) }, () => ['', 'a', ' b', '}', `${random(9)}`][random(5)] ?? '').join('\n') +
            (random(2) ? '\n' : ''),
        )
  const heads: (Oid | null)[] = [null]
  let present = new Set<string>()
  for (let i = 0; i < 12; i++) {
    const operations = new Map<string, CommitOperation>()
    for (let n = 1 + random(4); n > 0; n--) {
      const path = paths[random(paths.length)] ?? ''
      if (present.has(path) && random(3) === 0) operations.set(path, remove(path))
      else operations.set(path, file(path, content()))
    }
    for (const [path, { kind }] of operations)
      present = kind === 'delete' ? new Set([...present].filter((p) => p !== path)) : present.add(path)
    heads.push(await commit(...operations.values()))
  }
  using real = await realGit(hub, repo)
  for (const base of heads) {
    const head = heads[1 + random(heads.length - 1)]
    if (!head) continue
    const tree = real
      .git(['rev-parse', `${head}^{tree}`])
      .toString()
      .trim()
    expect(appliedTree(real, base, await patchOf(hub, repo, base, head))).toBe(tree)
  }
})
